#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "nn/backend/inference.h"

namespace raichi {

/// Threads that evaluate their leaves together, each batch when the last of them has arrived. Many
/// threads with few leaves each then fill the large batches that a GPU needs, and the trees of each
/// thread stay in its processor's cache. Thread-safe.
class BatchTeam {
 public:
  /// `batch` has room for `seats` parts of `part` leaves.
  BatchTeam(std::unique_ptr<SharedBatch> batch, size_t seats, size_t part);

  /// A thread's place in the team, until it is destroyed.
  class Seat {
   public:
    explicit Seat(std::shared_ptr<BatchTeam> team);
    ~Seat();
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    /// Evaluates at most `part` leaves, together with those of the other members, but does not wait
    /// for a member that does not come for a few milliseconds. Throws what the evaluation threw.
    void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out);

   private:
    std::shared_ptr<BatchTeam> team_;
    size_t first_;  // position in the batch
  };

 private:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;

  size_t Join();
  void Leave(size_t first);
  /// Returns when the part has been evaluated.
  void Await(const BatchPart& part);
  bool MayCompute(Clock::time_point deadline) const;
  void Compute(Lock* lock);
  void FinishReading();

  std::unique_ptr<SharedBatch> batch_;
  size_t part_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> taken_;       // by seat
  size_t members_ = 0;            // number of taken seats
  std::vector<BatchPart> parts_;  // loaded for the next computation
  std::vector<BatchPart> computed_parts_;
  size_t next_ = 0;    // number of the computation for which parts are loaded
  size_t done_ = 0;    // number of finished computations
  size_t unread_ = 0;  // parts of the last computation that are still being read
  bool computing_ = false;
  std::exception_ptr error_;  // of the last computation
};

}  // namespace raichi
