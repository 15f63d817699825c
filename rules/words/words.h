#pragma once

#include <string>
#include <vector>

#include "rules/rules.h"

namespace raichi {

/// The rules of a game in plain English, for people who know no rule file. Rule sets that play
/// differently have different words; keys that make no difference beside the others are left out.
struct RuleChapter {
  std::string heading;
  std::vector<std::string> paragraphs;
};

std::vector<RuleChapter> RulesInWords(const Rules& rules);

/// Title and chapters as lines of at most 80 characters.
std::string RulesAsText(const Rules& rules);

}  // namespace raichi
