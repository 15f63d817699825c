#pragma once

#include <optional>
#include <string>

#include "rules/rules.h"

namespace raichi {

/// What a published study of balance (docs/balance.md) says of a rule set: the attackers' score
/// between equal networks, in [0, 1] with a draw as 1/2, and its 95 % interval.
struct StudyFigure {
  double score = 0, low = 0, high = 0;
  int visits = 0;  // of a move
};

/// Returns the figure of the study with the most visits. Nothing if no study has measured exactly
/// these rules. Throws Error if `configs/figures.yaml`, which comes with the program, is damaged.
std::optional<StudyFigure> FindStudyFigure(const Rules& rules);

/// `attackers score 58 % (45 to 70) between equal networks at 192 visits`.
std::string ToString(const StudyFigure& figure);

}  // namespace raichi
