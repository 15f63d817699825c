#pragma once

#include <string>
#include <vector>

#include "selfplay/records/record.h"

namespace raichi {

/// OpenTafl's game records (`.otg`): tags, a blank line, numbered lines of two moves (`1. e1-e3
/// c5-c2`), the king's moves with a `K`, captures appended, and comments `[first|second]`. The
/// format is what OpenTafl's GameSerializer and MoveSerializer write and read.
struct OtgOptions {
  bool values = true;  // each searched turn's value as a comment
};
struct OtgGame {
  std::string text;
  std::vector<std::string> warnings;  // what OpenTafl's rules notation cannot say
};

/// Replays the record by `rules`, whose moves must be legal (Error otherwise).
OtgGame ToOtg(const GameRecord& record, const RulesPtr& rules, const OtgOptions& options = {});

}  // namespace raichi
