#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/ablate/runs.h"
#include "app/matches/match_results.h"
#include "app/status/work_status.h"
#include "console/interrupt.h"

namespace raichi {

/// A player by the word that opens it and its name in the results.
struct AblatePlayer {
  std::string word, name;
  double share = 1;              // of its run's models that are made by then
  std::filesystem::path folder;  // of a run's model
};

/// The models by which a run is measured, the last one last: those after three quarters, seven
/// eighths and all of its models. Ratings of successive models differ by chance, which their mean
/// does less. In the results a model is called VARIANT/seed-N/MODEL@VISITS, as in
/// small/seed-1/000012@64; results of other models of the run do not count.
std::vector<AblatePlayer> EndPointOf(const AblateRun& run, const AblatePlan& plan);
/// The opponents: those of the plan, or else the reference run's models after half and all of its
/// models. Throws UsageError if a word names no player, and Error if the reference has no model.
std::vector<AblatePlayer> OpponentsOf(const Ablation& ablation);

/// All pairings: the end point of each run with every opponent.
std::vector<Pairing> PairingsOf(const Ablation& ablation, const std::vector<AblateRun>& runs);

/// Plays the pairs of games that the ablation's results lack, under each rule set of the
/// configuration and with the same openings for every pairing, together with other processes.
/// Returns false if it was interrupted.
bool PlayPairings(const Ablation& ablation, const std::vector<Pairing>& pairings,
                  const Interrupt& interrupt);

/// Returns how far an ablation has come: its runs, and the blocks of its matches; of the matches
/// that have not begun, each counts as a missing block.
WorkStatus StatusOfAblation(const std::filesystem::path& folder);

}  // namespace raichi
