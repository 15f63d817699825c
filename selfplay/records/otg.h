#pragma once

#include <string>
#include <vector>

#include "selfplay/records/record.h"

namespace raichi {

/// Settings for export to OpenTafl's game records (`.otg`). A file has tags, a blank line, numbered
/// lines of two moves (`1. e1-e3 c5-c2`) in which the king's moves carry a `K` and captures are
/// appended, and comments `[first|second]`. The format is what OpenTafl's GameSerializer and
/// MoveSerializer write and read.
struct OtgOptions {
  bool values = true;  // Write each searched turn's value as a comment.
};
struct OtgGame {
  std::string text;
  std::vector<std::string> warnings;  // Rules that OpenTafl's notation cannot express.
};

/// Converts the record by replaying it under `rules`. Throws Error if a move is not legal.
OtgGame ToOtg(const GameRecord& record, const RulesPtr& rules, const OtgOptions& options = {});

}  // namespace raichi
