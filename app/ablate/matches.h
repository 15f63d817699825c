#pragma once

#include <string>
#include <vector>

#include "app/ablate/runs.h"
#include "app/matches/match_results.h"
#include "console/progress.h"

namespace raichi {

/// What the results call a run's last model: VARIANT/seed-N/MODEL@VISITS, as in
/// small/seed-1/000012@64. Results of a model that is not the last any more do not count.
std::string PlayerNameOf(const AblateRun& run, const AblatePlan& plan);
/// The full names of the opponents. Throws UsageError if a word names no player.
std::vector<std::string> OpponentNames(const Ablation& ablation);

/// The pairings of runs, seed by seed: every two variants of a seed, and each with every opponent.
std::vector<Pairing> PairingsOf(const Ablation& ablation, const std::vector<AblateRun>& runs);

/// Plays what the results lack of the pairings, under each rule set of the configuration, with the
/// same openings for all. Returns whether all was played; false after an interrupt.
bool PlayPairings(const Ablation& ablation, const std::vector<Pairing>& pairings,
                  const Interrupt& interrupt, Progress* progress, MatchResults* results);

}  // namespace raichi
