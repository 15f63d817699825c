#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/ablate/matches.h"
#include "app/ablate/seed_mean.h"
#include "stats/ratings/ratings.h"

namespace raichi {

/// A score (seed_mean.h): the mean over a variant's runs, each of which is the mean of its models.
struct ScoreResult {
  double mean = 0;
  std::optional<double> difference;  // to the first variant
  double error = 0;                  // half of the difference's interval
  bool is_decided = false;
  /// As `factor` in VariantResult, by the slope of this score over the logarithm of the games; none
  /// if the slope is not above its error.
  std::optional<std::array<double, 3>> factor;
};

/// The results of one variant, over the seeds whose runs are finished.
struct VariantResult {
  std::string variant;
  int seeds = 0;                           // if 0, the other fields are meaningless
  EloWithError rating;                     // mean over seeds (seed_mean.h)
  std::optional<EloWithError> difference;  // to the first variant (CompareOverSeeds)
  std::optional<double> p;                 // of the difference; none with one seed
  bool is_decided = false;                 // p is below the level of this look
  /// How many times the games of the first variant are worth the same as the difference, with the
  /// ends of the interval (`gain` in AblateTable).
  std::optional<std::array<double, 3>> factor;  // low, value, high
  std::map<std::string, ScoreResult> scores;    // by name
  Tally attackers, defenders;                   // games against the opponents, by side
  RunCounts made;                               // mean over the runs
};

struct AblateTable {
  std::vector<VariantResult> variants;
  std::vector<Rating> opponents;  // best first; the last of the plan is rated 0
  int seeds = 0;                  // that every variant with results has
  double level = 0.05;            // of the intervals of differences: that of the next look
  std::optional<double> spread;   // of equal runs, in Elo (SeedDifferences)
  /// What e times the games gain at the end of these runs, in Elo: the slope of the end point's
  /// models over the logarithm of their games. None if it is not above its error.
  std::optional<EloWithError> gain;

  bool IsDecided() const;
};

/// Rates the players of the plan by all their games. Throws Error if no run is finished.
AblateTable MakeAblateTable(const Ablation& ablation, const std::vector<AblateRun>& finished,
                            const std::vector<MatchResult>& results, const ScoresOfRuns& scores);

/// The table as aligned lines for a terminal.
std::vector<std::string> FormatAblateTable(const AblateTable& table);
/// The table as Markdown, with the command and how it was measured.
std::string AblateTableToMarkdown(const AblateTable& table, const Ablation& ablation);
/// One object for each variant, then one for the comparison, then one for each opponent.
std::vector<Json> AblateTableToJson(const AblateTable& table);

}  // namespace raichi
