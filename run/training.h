#pragma once

#include <functional>
#include <optional>
#include <string>

#include "nn/backend/trainer.h"
#include "nn/data/window.h"
#include "run/config/config.h"
#include "run/files/folder.h"

namespace raichi {

/// What a phase of training did.
struct TrainReport {
  TrainStats mean;  // of the steps of the phase; `step` is the last
  int64_t steps = 0;
  int batch = 0;  // samples a step
  int64_t window_positions = 0;
  int64_t window_games = 0;
  size_t window_bytes = 0;
  int64_t positions_made = 0;  // in the run so far
  double seconds = 0;

  double samples_per_second() const {
    return seconds > 0 ? static_cast<double>(steps * batch) / seconds : 0;
  }
};

/// The training half of a run: turns the newest games into the next model. Model N is the network
/// after N phases; model 0 has random weights.
class RunTrainer {
 public:
  /// Asked after each step; true ends the phase early, leaving no trace of it.
  using Tick = std::function<bool(const TrainStats& step, int64_t of_steps)>;

  /// Goes on from the newest trainer state that is whole, or begins. A damaged one is set aside
  /// with a warning, and so is the newest model; the state makes a model that is not there.
  RunTrainer(const RunConfig& config, const RunFolder& folder);

  int model() const { return model_; }  // the newest
  int64_t step() const { return trainer_->step(); }
  /// Games that the next phase waits for are counted from this: positions in all shards so far.
  int64_t positions_made() const { return window_.positions_made(); }

  /// Loads the new games and trains on them: `samples_per_position` times each new position, and
  /// no further than `budget.steps`. `spent` tells before each step which share of the run's budget
  /// is spent, from 0 to 1, for the schedule. Null if it was ended early or there was nothing new;
  /// else `Save` must follow.
  std::optional<TrainReport> Train(const std::function<double()>& spent, const Tick& tick);
  /// Writes the trainer's state and the next model, which says that it learned from so many games.
  /// A phase that was not saved is done again by the next start.
  void Save(int64_t games);

 private:
  bool LoadNewest();
  int64_t StepsFor(int64_t positions) const;
  int64_t GamesBefore(int model) const;
  void ExportModel(int64_t games) const;
  void DropOldStates() const;

  const RunConfig& config_;
  const RunFolder& folder_;
  ReplayWindow window_;
  std::optional<Trainer> trainer_;
  int model_ = 0;
};

}  // namespace raichi
