#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/paths.h"
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

/// How long a rank waits for a shard that rank 0 has read and that does not appear in its own view
/// of a shared folder: a minute.
Patience PatienceOfRanks();

/// The part of a rank other than 0 in training: takes over the state of rank 0's trainer, trains on
/// the shards that rank 0 names, and returns its state when rank 0 ends or some rank was asked to
/// stop (`is_stopped`). Writes nothing. Throws Error if a shard cannot be read as long as
/// `patience` lasts.
TrainerState FollowTraining(const TrainConfig& config, const std::filesystem::path& run_folder,
                            Reducer* ranks, const std::function<bool()>& is_stopped,
                            const Patience& patience = PatienceOfRanks());

}  // namespace raichi
