#include "nn/backend/batch_team.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/threads.h"

namespace raichi {

BatchTeam::BatchTeam(std::unique_ptr<SharedBatch> batch, size_t seats, size_t part,
                     std::chrono::milliseconds patience, std::function<Clock::time_point()> now)
    : batch_(std::move(batch)),
      part_(part),
      patience_(patience),
      now_(std::move(now)),
      taken_(seats) {}

BatchTeam::Seat::Seat(std::shared_ptr<BatchTeam> team)
    : team_(std::move(team)), first_(team_->Join()) {}

BatchTeam::Seat::~Seat() { team_->Leave(first_); }

void BatchTeam::Seat::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  RAICHI_CHECK(leaves.size() <= team_->part_);
  if (leaves.empty()) return;
  const BatchPart part = {first_, leaves};
  team_->batch_->Load(part);
  const std::exception_ptr error = team_->Await(part);
  try {
    if (error != nullptr) std::rethrow_exception(error);
    team_->batch_->Read(part, out);
  } catch (...) {
    team_->FinishReading();
    throw;
  }
  team_->FinishReading();
}

size_t BatchTeam::Join() {
  const std::lock_guard lock(mutex_);
  const auto seat = std::ranges::find(taken_, false);
  RAICHI_CHECK(seat != taken_.end());
  *seat = true;
  return static_cast<size_t>(seat - taken_.begin()) * part_;
}

void BatchTeam::Leave(size_t first) {
  const std::lock_guard lock(mutex_);
  taken_[first / part_] = false;
  changed_.notify_all();
}

std::exception_ptr BatchTeam::Await(const BatchPart& part) {
  Lock lock(mutex_);
  parts_.push_back(part);
  const size_t mine = next_;
  const Clock::time_point deadline = now_() + patience_;
  while (done_ <= mine) {
    const bool is_late = now_() >= deadline;
    if (next_ == mine && MayCompute(is_late)) {
      Compute(&lock);
    } else if (!is_late) {
      changed_.wait_until(lock, deadline);
    } else {
      changed_.wait(lock);  // for a computation or its readers, which notify
    }
  }
  return error_;
}

bool BatchTeam::MayCompute(bool is_late) const {
  if (computing_ || unread_ > 0) return false;
  const auto members = static_cast<size_t>(std::ranges::count(taken_, true));
  return parts_.size() >= members || is_late;
}

void BatchTeam::Compute(Lock* lock) {
  computing_ = true;
  ++next_;
  const std::vector<BatchPart> parts = std::exchange(parts_, {});
  lock->unlock();
  std::exception_ptr error;
  try {
    batch_->Compute(parts);
  } catch (...) {
    error = std::current_exception();
  }
  lock->lock();
  error_ = error;
  unread_ = parts.size();
  computing_ = false;
  ++done_;
  changed_.notify_all();
}

void BatchTeam::FinishReading() {
  const std::lock_guard lock(mutex_);
  if (--unread_ == 0) changed_.notify_all();
}

namespace {

size_t DivideUp(size_t a, size_t b) { return (a + b - 1) / b; }

/// Returns the number of positions that a thread takes at a time. The fewer they are, the less the
/// others wait for a thread that loses its time slice; networks compute fewer than four less
/// efficiently.
size_t PositionsAtATime(size_t batch, size_t threads) {
  constexpr size_t kMost = 4, kTimes = 2;
  return std::min(kMost, DivideUp(batch, kTimes * threads));
}

class SplitInference : public Inference {
 public:
  SplitInference(int batch, std::vector<std::unique_ptr<Inference>> inferences)
      : batch_(static_cast<size_t>(batch)),
        inferences_(std::move(inferences)),
        team_(inferences_.size()) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    if (leaves.empty()) return;
    const size_t most = PositionsAtATime(leaves.size(), inferences_.size());
    team_.Run(DivideUp(leaves.size(), most), [&](size_t job, size_t thread) {
      const size_t begin = job * most, count = std::min(most, leaves.size() - begin);
      inferences_[thread]->Evaluate(leaves.subspan(begin, count), out.subspan(begin, count));
    });
  }

  void RunBare() override {
    team_.Run(DivideUp(batch_, PositionsAtATime(batch_, inferences_.size())),
              [&](size_t, size_t thread) { inferences_[thread]->RunBare(); });
  }

  std::vector<float> BareOutputs() const override { return inferences_.front()->BareOutputs(); }

 private:
  size_t batch_;
  std::vector<std::unique_ptr<Inference>> inferences_;  // by thread
  HelperTeam team_;                                     // declared after what it uses
};

}  // namespace

std::unique_ptr<Inference> MakeSplitInference(
    int batch, int threads, const std::function<std::unique_ptr<Inference>(int batch)>& make) {
  threads = std::min(threads, batch);
  if (threads <= 1) return make(batch);
  std::vector<std::unique_ptr<Inference>> inferences;
  const size_t most = PositionsAtATime(static_cast<size_t>(batch), static_cast<size_t>(threads));
  for (int i = 0; i < threads; ++i) inferences.push_back(make(static_cast<int>(most)));
  return std::make_unique<SplitInference>(batch, std::move(inferences));
}

}  // namespace raichi
