#pragma once

#include <functional>
#include <utility>

#include "nn/backend/trainer.h"
#include "nn/data/window.h"
#include "nn/ranks/reducer.h"
#include "run/ranks/rank_order.h"

namespace raichi {

/// Rank 0's side of training on several ranks. Rank 0 owns the run and tells the others
/// (run/ranks/follow_training.h) what to train on. For a process that trains alone, whose `ranks`
/// are null, it does nothing.
class RankLeader {
 public:
  /// `is_stopped` says whether this process was asked to stop. `ranks`, unless null, must outlive
  /// this object.
  RankLeader(Reducer* ranks, std::function<bool()> is_stopped)
      : ranks_(ranks), is_stopped_(std::move(is_stopped)) {}

  Reducer* ranks() const { return ranks_; }

  /// Gives the trainer's state to the other ranks. Must come first.
  void ShareState(const Trainer& trainer) const;
  /// Returns true if some rank was asked to stop. The other ranks then end. While rank 0 waits for
  /// games, it must call this about once a second, so that all ranks notice.
  bool IsStopped();
  /// Makes all ranks load the window's shards and get ready to train on them: `Trainer::Train` with
  /// this number of steps must follow. Returns false if some rank was asked to stop instead.
  /// Returns once all ranks have loaded them, which may take a minute if a network file system
  /// shows a shard late. If a rank fails, it ends the processes of all ranks.
  bool BeginPhase(const ReplayWindow& window, const Trainer& trainer, int64_t steps);
  /// Ends the other ranks. Does nothing if a stop has ended them before.
  void End();

 private:
  bool Tell(const RankOrder& order);

  Reducer* ranks_;
  std::function<bool()> is_stopped_;
  bool has_ended_ = false;  // the other ranks
};

}  // namespace raichi
