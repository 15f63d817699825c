#pragma once

#include <functional>
#include <optional>
#include <string>

#include "console/output.h"
#include "nn/ranks/reducer.h"
#include "run/budget.h"
#include "run/ranks/ranks.h"
#include "run/sharing/stream_claim.h"
#include "run/status/heartbeat.h"
#include "run/training.h"

namespace raichi {

/// The training half of a run as a process of its own: trains on the games that other processes add
/// until the budget is spent. With several ranks, this is rank 0. The process must hold the run's
/// lock `train`.
class TrainLoop {
 public:
  /// `is_stopped` says whether the process was asked to stop. `ranks` is null if the process trains
  /// alone. `config`, `folder`, `ranks` and `progress` must outlive this object.
  TrainLoop(const RunConfig& config, const RunFolder& folder, Reducer* ranks,
            std::function<bool()> is_stopped, Progress* progress);

  /// Returns when the budget is spent or the process was asked to stop. `ends_the_run` says whether
  /// the run is finished once the budget is spent.
  void Run(bool ends_the_run);

 private:
  double Spent() const { return budget_.Spent(games_, trainer_.step()); }
  /// Waits until an iteration's games are there. Returns false if it was stopped first.
  bool WaitForGames();
  /// Trains on the new games, no longer than the budget. Returns nothing if it was stopped or if
  /// they had nothing to learn.
  std::optional<TrainSummary> Train();
  void Print(const TrainSummary& training);
  /// Keeps the heartbeat; `run_games` are the games in the run, as far as they are counted.
  void Beat(const char* state, int64_t run_games);
  void SaveState(bool finished) { budget_.Save(trainer_.model(), finished); }

  const RunConfig& config_;
  const RunFolder& folder_;
  Reducer* ranks_;
  const std::function<bool()> is_stopped_;
  Progress* progress_;
  Heartbeat heart_;
  RankLeader leader_;
  RunTrainer trainer_;
  GameCounter counter_;
  RunBudget budget_;
  Pace pace_;          // that of `raichi run`, which a finished run may have kept to
  int64_t games_ = 0;  // in the run when training last looked for new ones
  WorkReport work_;
};

}  // namespace raichi
