#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "nn/ranks/reducer.h"

namespace raichi {

/// Ranks that are threads of the test. Sums are sums of sums of neighbours, as of
/// MPI's recursive doubling.
class ThreadRanks {
 public:
  /// Does `work` once for each rank, on a thread of its own, and waits. If a rank throws, the
  /// others throw in their next call of the reducer; rethrows the exception of the rank that threw
  /// first.
  static void Run(int size, const std::function<void(Reducer*)>& work) {
    ThreadRanks all(size);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size; ++rank) {
      threads.emplace_back([&all, &work, rank] {
        Rank reducer(&all, rank);
        try {
          work(&reducer);
        } catch (...) {
          all.Fail(std::current_exception());
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    if (all.failure_ != nullptr) std::rethrow_exception(all.failure_);
  }

 private:
  class Rank : public Reducer {
   public:
    Rank(ThreadRanks* all, int rank) : all_(all), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return static_cast<int>(all_->values_.size()); }
    int local_rank() const override { return rank_; }
    int local_size() const override { return size(); }
    void Sum(std::span<float> values) override {
      all_->values_[static_cast<size_t>(rank_)] = values;
      all_->Meet();
      std::vector<std::vector<float>> sums;
      for (const std::span<float> addends : all_->values_) {
        if (addends.size() != values.size()) throw Error("the ranks sum vectors of other lengths");
        sums.emplace_back(addends.begin(), addends.end());
      }
      for (size_t step = 1; step < sums.size(); step *= 2) {
        for (size_t i = 0; i + step < sums.size(); i += 2 * step) {
          for (size_t k = 0; k < values.size(); ++k) sums[i][k] += sums[i + step][k];
        }
      }
      all_->Meet();
      std::copy(sums[0].begin(), sums[0].end(), values.begin());
    }
    void Broadcast(std::string* bytes) override {
      if (rank_ == 0) all_->bytes_ = bytes;
      all_->Meet();
      const std::string copy = *all_->bytes_;
      all_->Meet();
      *bytes = copy;
    }
    void Abort(int) override { throw Error("aborted"); }

   private:
    ThreadRanks* all_;
    int rank_;
  };

  explicit ThreadRanks(int size) : values_(static_cast<size_t>(size)) {}

  /// Waits until all ranks are here.
  void Meet() {
    std::unique_lock lock(mutex_);
    const int round = round_;
    if (++waiting_ == values_.size()) {
      waiting_ = 0;
      ++round_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return round_ != round || failure_ != nullptr; });
    if (round_ == round) throw Error("another rank failed");
  }
  void Fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (failure_ == nullptr) failure_ = failure;
    changed_.notify_all();
  }

  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  size_t waiting_ = 0;
  int round_ = 0;
  std::exception_ptr failure_;
  std::vector<std::span<float>> values_;  // of each rank; only between two meetings
  const std::string* bytes_ = nullptr;
};

}  // namespace raichi
