#pragma once

#include <string>
#include <vector>

#include "app/ablate/runs.h"
#include "app/matches/match_results.h"
#include "console/progress.h"

namespace raichi {

/// The name of a run's last model in the results: VARIANT/seed-N/MODEL@VISITS, as in
/// small/seed-1/000012@64. Results of earlier models of the run do not count.
std::string PlayerNameOf(const AblateRun& run, const AblatePlan& plan);
/// The full names of the opponents. Throws UsageError if a word names no player.
std::vector<std::string> OpponentNames(const Ablation& ablation);

/// All pairings: for each seed every two variants, and each run with every opponent.
std::vector<Pairing> PairingsOf(const Ablation& ablation, const std::vector<AblateRun>& runs);

/// Plays the pairs of games that the results do not have yet, under each rule set of the
/// configuration and with the same openings for every pairing. Returns false if it was interrupted.
bool PlayPairings(const Ablation& ablation, const std::vector<Pairing>& pairings,
                  const Interrupt& interrupt, Progress* progress, MatchResults* results);

}  // namespace raichi
