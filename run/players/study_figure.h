#pragma once

#include <optional>
#include <string>

#include "rules/rules.h"

namespace raichi {

/// What a published study of balance (docs/balance.md) says of a rule set: the attackers' score
/// between equal networks, in [0, 1] with a draw as 1/2, and its 95 % interval.
struct StudyFigure {
  double score = 0, low = 0, high = 0;
  int visits = 0;             // of a move
  bool is_from_setup = true;  // otherwise from random openings
};

/// Returns what `configs/figures.yaml`, which comes with the program, says of rules. Nothing if no
/// study has measured rules of this name, or if those had another fingerprint. Throws Error if the
/// file is damaged.
std::optional<StudyFigure> FindStudyFigure(const Rules& rules);

/// `attackers score 71 % (61 to 79) between equal networks at 192 visits, from the setup`.
std::string ToString(const StudyFigure& figure);

}  // namespace raichi
