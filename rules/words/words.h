#pragma once

#include <string>
#include <vector>

#include "rules/rules.h"

namespace raichi {

/// The rules of a game in plain English, for readers who do not know rule files. Rule sets that
/// play differently have different texts. Keys that have no effect in combination with the others
/// are left out.
struct RuleChapter {
  std::string heading;
  std::vector<std::string> paragraphs;
};

std::vector<RuleChapter> RulesInWords(const Rules& rules);

/// Title and chapters as lines of at most 80 characters.
std::string RulesAsText(const Rules& rules);

}  // namespace raichi
