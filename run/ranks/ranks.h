#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "nn/backend/trainer.h"
#include "nn/data/window.h"
#include "nn/model/trainer_state.h"
#include "nn/ranks/reducer.h"
#include "run/config/config.h"

namespace raichi {

/// What rank 0 tells all ranks to do next.
struct RankOrder {
  enum class Kind { kWait, kTrain, kEnd };
  Kind kind = Kind::kWait;
  // Of kTrain:
  int64_t steps = 0;
  std::vector<std::string> shards;  // names of the shards to train on, ascending
  std::string weights;              // WeightsChecksum of rank 0's weights
  bool operator==(const RankOrder&) const = default;
};

/// What all ranks know after they have exchanged an order.
struct OrderForAll {
  RankOrder order;
  bool is_stopped = false;  // some rank was asked to stop; takes precedence over the order
};
/// Gives rank 0's order to all ranks, and tells all of them whether one of them was asked to stop.
/// The order of other ranks is ignored. Waits for the slowest rank, asleep.
OrderForAll ExchangeOrder(const RankOrder& order, bool is_stopped, Reducer* ranks);

/// Returns true if `value` is true in at least one rank.
bool AnyOf(bool value, Reducer* ranks);

/// Waits for all ranks, asleep.
void WaitForRanks(Reducer* ranks);

/// Throws Error naming the first difference, in a rank other than 0, unless all ranks have the same
/// version of this program, the same configuration and the same rules as rank 0.
void RequireSameConfig(const RunConfig& config, Reducer* ranks);

/// Does the work of one rank. If it throws, prints the error as one line that names the rank, and
/// ends the processes of all ranks, with status 2 for a UsageError and 1 for another. (The others
/// would wait for this rank for ever.) If `ranks` is null, lets errors pass.
void WorkAsRank(Reducer* ranks, const std::function<void()>& work);

/// Rank 0's side of training on several ranks. Rank 0 owns the run and tells the others
/// (RankOrder) what to train on. For a process that trains alone, whose `ranks`
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
  /// Gives all ranks the window's shards, of which they keep those of the phase before, and makes
  /// them ready to train on them: `Trainer::Train` with this number of steps must follow. Returns
  /// false if some rank was asked to stop instead. Returns once all ranks have the shards. Throws
  /// ReadError if one cannot be read any more.
  bool BeginPhase(const ReplayWindow& window, const Trainer& trainer, int64_t steps);
  /// Ends the other ranks. Does nothing if a stop has ended them before.
  void End();

 private:
  bool Tell(const RankOrder& order);
  void SendShards(const std::filesystem::path& games, const std::vector<std::string>& names);

  Reducer* ranks_;
  std::function<bool()> is_stopped_;
  bool has_ended_ = false;      // the other ranks
  std::set<std::string> sent_;  // names of the shards that the other ranks hold
};

/// The part of a rank other than 0 in training: takes over the state of rank 0's trainer, trains on
/// the shards that rank 0 sends, and returns its state when rank 0 ends or some rank was asked to
/// stop (`is_stopped`). Reads and writes no file.
TrainerState FollowTraining(const TrainConfig& config, Reducer* ranks,
                            const std::function<bool()>& is_stopped);

}  // namespace raichi
