#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ablate/matches.h"
#include "selfplay/ratings/ratings.h"

namespace raichi {

/// What an ablation found about one variant, over the seeds whose runs are finished.
struct VariantResult {
  std::string variant;
  int seeds = 0;                           // the rest means nothing if 0
  EloWithError rating;                     // mean over seeds (seed_mean.h)
  std::optional<EloWithError> difference;  // to the first variant, paired by seed
  Tally attackers, defenders;              // against the opponents
  RunCounts made;                          // mean of a run
};

struct AblateTable {
  std::vector<VariantResult> variants;
  std::vector<Rating> opponents;  // best first; the last of the plan is rated 0
};

/// Rates the players of the plan by all their games. Throws Error if no run is finished.
AblateTable MakeAblateTable(const Ablation& ablation, const std::vector<AblateRun>& finished,
                            const std::vector<MatchResult>& results);

/// For people: aligned lines.
std::vector<std::string> FormatAblateTable(const AblateTable& table);
/// For a page: the command, how it was measured, and the table as Markdown.
std::string AblateTableToMarkdown(const AblateTable& table, const Ablation& ablation);
/// An object per variant, then one per opponent.
std::vector<Json> AblateTableToJson(const AblateTable& table);

}  // namespace raichi
