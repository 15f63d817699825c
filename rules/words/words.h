#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"
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

/// Describes the state of a game: `ongoing`, `draw: repetition`, `attackers win: king captured`.
std::string DescribeResult(Result result, Reason reason);
std::string DescribeResult(const Game& game);
/// Returns the warning that the defenders must call (Linnaeus' law 6) if the attackers are to move
/// and the king has an open way to a goal. It is a sentence that begins with `Raichi!` or
/// `Tuichu!`; otherwise empty.
std::string_view CallRoads(const Game& game);

}  // namespace raichi
