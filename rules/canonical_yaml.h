#pragma once

#include <cstdint>
#include <string>

#include "rules/rule_set.h"

namespace raichi {

/// Returns the canonical text of a valid rule set: its keys in a fixed order, without optional keys
/// that have their default. Parsing the text gives an equal rule set. Game records contain it, so
/// its bytes never change for the same rules.
std::string ToYaml(const RuleSet& rules);
/// Returns the same without sources and assumptions, as games carry it.
std::string RecordedRules(const RuleSet& rules);

/// Returns a hash that is equal for rule sets of equal rules, whatever their names. It is the hash
/// of the canonical text without the name, title, sources and assumptions, with lists of squares
/// sorted and the setup replaced by `setup`, the text of the starting position's pieces
/// (SquaresToString). Files contain it, so it never changes for the same rules.
uint64_t RuleFingerprint(const RuleSet& rules, const std::string& setup);

}  // namespace raichi
