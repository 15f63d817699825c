#include "nn/backend/batch_team.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace raichi {
namespace {

/// A member that is not there after this time is busy with something else, such as writing games
/// or asking another network.
constexpr std::chrono::milliseconds kPatience(5);

}  // namespace

BatchTeam::BatchTeam(std::unique_ptr<SharedBatch> batch, size_t seats, size_t part)
    : batch_(std::move(batch)), part_(part), taken_(seats) {}

BatchTeam::Seat::Seat(std::shared_ptr<BatchTeam> team)
    : team_(std::move(team)), first_(team_->Join()) {}

BatchTeam::Seat::~Seat() { team_->Leave(first_); }

void BatchTeam::Seat::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  RAICHI_CHECK(leaves.size() <= team_->part_);
  if (leaves.empty()) return;
  const BatchPart part = {first_, leaves};
  team_->batch_->Load(part);
  team_->Await(part);
  try {
    team_->batch_->Read(part, out);
  } catch (...) {
    team_->FinishReading();  // or the others would wait for ever
    throw;
  }
  team_->FinishReading();
}

size_t BatchTeam::Join() {
  const std::lock_guard lock(mutex_);
  const auto seat = std::ranges::find(taken_, false);
  RAICHI_CHECK(seat != taken_.end());
  *seat = true;
  ++members_;
  return static_cast<size_t>(seat - taken_.begin()) * part_;
}

void BatchTeam::Leave(size_t first) {
  const std::lock_guard lock(mutex_);
  taken_[first / part_] = false;
  --members_;
  changed_.notify_all();
}

void BatchTeam::Await(const BatchPart& part) {
  Lock lock(mutex_);
  parts_.push_back(part);
  const size_t mine = next_;
  const Clock::time_point deadline = Clock::now() + kPatience;
  while (done_ <= mine) {
    if (next_ == mine && MayCompute(deadline)) {
      Compute(&lock);
    } else if (Clock::now() < deadline) {
      changed_.wait_until(lock, deadline);
    } else {
      changed_.wait(lock);
    }
  }
  if (error_ == nullptr) return;
  const std::exception_ptr error = error_;
  lock.unlock();
  FinishReading();
  std::rethrow_exception(error);
}

bool BatchTeam::MayCompute(Clock::time_point deadline) const {
  if (computing_ || unread_ > 0) return false;
  return parts_.size() >= members_ || Clock::now() >= deadline;
}

void BatchTeam::Compute(Lock* lock) {
  computing_ = true;
  ++next_;
  computed_parts_.swap(parts_);
  parts_.clear();
  lock->unlock();
  std::exception_ptr error;
  try {
    batch_->Compute(computed_parts_);
  } catch (...) {
    error = std::current_exception();
  }
  lock->lock();
  error_ = error;
  unread_ = computed_parts_.size();
  computing_ = false;
  ++done_;
  changed_.notify_all();
}

void BatchTeam::FinishReading() {
  const std::lock_guard lock(mutex_);
  if (--unread_ == 0) changed_.notify_all();
}

}  // namespace raichi
