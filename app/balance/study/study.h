#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/balance/study/design.h"
#include "app/balance/study/pairing.h"
#include "app/balance/study/plan.h"

namespace raichi {

/// A study in its folder:
///   plan.yaml            the plan with every key
///   identity.json        checksums of the rules and of the models' weights
///   games/RULES/*.games  the games, one file for each unit (pairing.h)
///   best-responses/RULES-SIDE  runs that learned to beat the first model (best_responses.h)
/// A unit is done when its file is there, so a study can be killed at any time and goes on with the
/// units that are missing. The files (other than those of sandwiches, whose training is not the
/// same each time) do not depend on when it was killed, nor on the number of threads.
class Study {
 public:
  /// Opens a study, or begins it if the folder has none. Throws Error if the folder holds another
  /// plan, or if rules or weights have changed since it was begun.
  Study(const StudyPlan& plan, const std::filesystem::path& folder);

  const StudyPlan& plan() const { return plan_; }
  const StudyDesign& design() const { return design_; }
  const std::filesystem::path& folder() const { return folder_; }

  std::filesystem::path FileOf(const StudyUnit& unit) const;
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
};

/// Returns the path of a study's plan.
std::filesystem::path StudyPlanFile(const std::filesystem::path& folder);

}  // namespace raichi
