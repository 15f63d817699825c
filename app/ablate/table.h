#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ablate/matches.h"
#include "selfplay/ratings/ratings.h"

namespace raichi {

/// The results of one variant, over the seeds whose runs are finished.
struct VariantResult {
  std::string variant;
  int seeds = 0;                           // if 0, the other fields are meaningless
  EloWithError rating;                     // mean over seeds (seed_mean.h)
  std::optional<EloWithError> difference;  // to the first variant, paired by seed
  Tally attackers, defenders;              // games against the opponents, by side
  RunCounts made;                          // mean over the runs
};

struct AblateTable {
  std::vector<VariantResult> variants;
  std::vector<Rating> opponents;  // best first; the last of the plan is rated 0
};

/// Rates the players of the plan by all their games. Throws Error if no run is finished.
AblateTable MakeAblateTable(const Ablation& ablation, const std::vector<AblateRun>& finished,
                            const std::vector<MatchResult>& results);

/// The table as aligned lines for a terminal.
std::vector<std::string> FormatAblateTable(const AblateTable& table);
/// The table as Markdown, with the command and how it was measured.
std::string AblateTableToMarkdown(const AblateTable& table, const Ablation& ablation);
/// One object for each variant, then one for each opponent.
std::vector<Json> AblateTableToJson(const AblateTable& table);

}  // namespace raichi
