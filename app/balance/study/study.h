#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/balance/study/design.h"
#include "app/balance/study/games_record.h"
#include "app/balance/study/pairing.h"
#include "app/balance/study/plan.h"
#include "console/output.h"

namespace raichi {

/// A study in its folder:
///   plan.yaml            the plan with every key
///   identity.json        checksums of the rules and of the models' weights
///   games/RULES/*.games  the games, one file for each unit (pairing.h)
///   games.zst            what the statistics need of them (games_record.h); if there is no games/,
///                        it stands for them
///   best-responses/RULES-SIDE  runs that learned to beat the first model
/// A unit is done when its file is there, so a study can be killed at any time and goes on with the
/// units that are missing. Units are blocks (run/sharing/blocks.h), which any number of processes
/// share. The files (other than those of sandwiches, whose training is not the same each time) do
/// not depend on when a process was killed, nor on the number of processes and threads.
class Study {
 public:
  /// Opens a study, or begins it if the folder has none. Throws Error if the folder holds another
  /// plan, or if rules or weights have changed since it was begun.
  Study(const StudyPlan& plan, const std::filesystem::path& folder);

  const StudyPlan& plan() const { return plan_; }
  const StudyDesign& design() const { return design_; }
  const std::filesystem::path& folder() const { return folder_; }

  /// Returns the path of a unit's file within `games/`.
  std::string NameOf(const StudyUnit& unit) const;
  std::filesystem::path FileOf(const StudyUnit& unit) const;
  /// Whether the folder has no games but a record of them, so that the study can only be reported.
  bool IsRecord() const { return record_.has_value(); }
  /// Returns the games of a unit in that record, or null.
  const GamesRecord::Unit* Recorded(const StudyUnit& unit) const {
    return record_ ? record_->Find(NameOf(unit)) : nullptr;
  }
  /// Returns the paths of the plan's models, in its order. A run of the plan stands for the model
  /// that was its newest when the study began.
  const std::vector<std::filesystem::path>& models() const { return models_; }
  /// Returns the folder of the run that learns to beat the first model as this side.
  std::filesystem::path BestResponseRun(size_t rules, Side side) const;
  /// Returns the word that opens one of a pairing's players.
  std::string WordOf(const StudyPairing& pairing, const StudyPlayer& player) const;
  bool IsDone(const StudyUnit& unit) const;
  /// Returns the units for a rule set that are done, of the first `rounds` rounds.
  std::vector<StudyUnit> DoneUnits(size_t rules, int rounds) const;
  /// Removes the temporary files of processes that were killed.
  void RemoveTemporaries() const;

 private:
  StudyPlan plan_;
  StudyDesign design_;
  std::filesystem::path folder_;
  std::vector<std::filesystem::path> models_, checkpoints_;
  std::optional<GamesRecord> record_;
};

/// Returns the path of a study's plan.
std::filesystem::path StudyPlanFile(const std::filesystem::path& folder);

/// Approximate best responses to the study's first model, for the rule sets of `plan.sandwiches`:
/// two runs for each begin with that model and learn to beat it as one side, while it plays the
/// other side and learns nothing (`selfplay.past_models`). Timbers et al. (2022), "Approximate
/// exploitability: Learning a best response", measure players of other games in this way.

/// How the runs use this machine: changes of their configuration, as in `workers.workers=2`.
using RunChanges = std::vector<std::string>;

/// Returns the arguments of `raichi` that begin the run which learns to play `side` under a rule
/// set. Its full searches have twice the visits of the study's top level, its other searches and
/// those of the frozen model as many.
std::vector<std::string> BestResponseArguments(const Study& study, size_t rules, Side side);

/// Trains what is missing, one run after another, unless the games that need it are played, and
/// waits for the runs that other processes train. Returns false if it was stopped; the next call
/// continues. Throws Error if a run fails, or if the model
/// of a run is no longer the one that it ended with, because its games would be mixed with others.
bool TrainBestResponses(const Study& study, const RunChanges& changes, const std::stop_token& stop,
                        Progress* progress);

}  // namespace raichi
