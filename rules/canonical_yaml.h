#pragma once

#include <cstdint>
#include <string>

#include "rules/rule_set.h"

namespace raichi {

/// The canonical text of a valid rule set: the keys in a fixed order, each optional key that is not
/// its default. Parsing it gives an equal rule set. Game records hold it, so its bytes never change
/// for the same rules.
std::string ToYaml(const RuleSet& rules);

/// A hash of the canonical text without the name, title, sources and assumptions, the setup written
/// in one way and squares sorted: equal for rule sets of equal rules, whatever they are called.
/// `setup` is the text of the starting position's squares. Kept in files: it never changes for the
/// same rules.
uint64_t RuleFingerprint(const RuleSet& rules, const std::string& setup);

}  // namespace raichi
