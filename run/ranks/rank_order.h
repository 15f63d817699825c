#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/ranks/reducer.h"

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

}  // namespace raichi
