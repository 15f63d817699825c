#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/rules.h"

namespace raichi {

/// What people scored under a rule set, from published results (configs/studies/people.yaml).
struct PeopleFigure {
  std::string rules;  // name of a shipped rule set
  double score = 0;   // of the attackers, 0 to 1
  int games = 0;      // 0: unknown
  std::string source;
};

/// Returns the figure of these rules (ShippedName), or nothing.
std::optional<PeopleFigure> FindPeopleFigure(const Rules& rules);

/// Reads such a file. Throws Error `ORIGIN:LINE: KEY: …`.
std::vector<PeopleFigure> ParsePeopleFigures(const std::string& text, const std::string& origin);

}  // namespace raichi
