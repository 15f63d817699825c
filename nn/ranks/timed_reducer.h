#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "base/seconds_since.h"
#include "nn/ranks/reducer.h"

namespace raichi {

/// Measures the time that a rank spends in `Sum`: the transport, and waiting for slower ranks.
class TimedReducer : public Reducer {
 public:
  explicit TimedReducer(std::unique_ptr<Reducer> ranks) : ranks_(std::move(ranks)) {}

  int rank() const override { return ranks_->rank(); }
  int size() const override { return ranks_->size(); }
  int local_rank() const override { return ranks_->local_rank(); }
  int local_size() const override { return ranks_->local_size(); }

  void Sum(std::span<float> values) override {
    const auto start = std::chrono::steady_clock::now();
    ranks_->Sum(values);
    seconds_ += SecondsSince(start);
  }
  void Broadcast(std::string* bytes) override { ranks_->Broadcast(bytes); }
  void Abort(int status) override { ranks_->Abort(status); }

  /// Returns the seconds spent in `Sum` since the last call.
  double TakeSeconds() { return std::exchange(seconds_, 0); }

 private:
  std::unique_ptr<Reducer> ranks_;
  double seconds_ = 0;
};

}  // namespace raichi
