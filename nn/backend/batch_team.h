#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "nn/backend/backend.h"

namespace raichi {

/// Threads that evaluate their leaves together, each batch when the last of them has arrived. Many
/// threads with few leaves each then fill the large batches that a GPU needs, and the trees of each
/// thread stay in its processor's cache. Thread-safe.
class BatchTeam {
 public:
  using Clock = std::chrono::steady_clock;
  /// A member that does not come for this time is busy with something else, such as writing games.
  static constexpr std::chrono::milliseconds kPatience{5};

  /// `batch` has room for `seats` parts of `part` leaves. After `patience` a batch is evaluated
  /// without the members that have not come. `now` is the time, for tests.
  BatchTeam(std::unique_ptr<SharedBatch> batch, size_t seats, size_t part,
            std::chrono::milliseconds patience = kPatience,
            std::function<Clock::time_point()> now = Clock::now);

  /// A thread's place in the team, until it is destroyed.
  class Seat {
   public:
    /// The team must have a free seat.
    explicit Seat(std::shared_ptr<BatchTeam> team);
    ~Seat();
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    /// Evaluates at most `part` leaves, as many as `out` has, together with those of the other
    /// members. If the evaluation throws, all members whose leaves it had throw the same.
    void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out);

   private:
    std::shared_ptr<BatchTeam> team_;
    size_t first_;  // position in the batch
  };

 private:
  using Lock = std::unique_lock<std::mutex>;

  /// Takes a free seat. Returns the position in the batch at which it begins.
  size_t Join();
  void Leave(size_t first);
  /// Returns when a computation has had the part, with what it threw. The caller must then call
  /// FinishReading.
  std::exception_ptr Await(const BatchPart& part);
  bool MayCompute(bool is_late) const;
  void Compute(Lock* lock);
  void FinishReading();

  std::unique_ptr<SharedBatch> batch_;
  size_t part_;
  std::chrono::milliseconds patience_;
  std::function<Clock::time_point()> now_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> taken_;       // by seat
  std::vector<BatchPart> parts_;  // loaded for the next computation
  size_t next_ = 0;               // number of the computation for which parts are loaded
  size_t done_ = 0;               // number of finished computations
  size_t unread_ = 0;             // parts of the last computation that are still being read
  bool computing_ = false;
  std::exception_ptr error_;  // of the last computation
};

/// Divides each batch among `threads` threads, each of which has an inference of its own, made by
/// `make` for a number of positions. The threads take a few positions at a time, and wait for each
/// other once per batch. LibTorch's own threads would wait for each other, spinning, after every
/// operator. If other programs use the cores, that is a thousand times slower.
std::unique_ptr<Inference> MakeSplitInference(
    int batch, int threads, const std::function<std::unique_ptr<Inference>(int batch)>& make);

}  // namespace raichi
