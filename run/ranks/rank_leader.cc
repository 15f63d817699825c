#include "run/ranks/rank_leader.h"

#include "console/output.h"
#include "nn/model/trainer_state.h"
#include "run/files/model_id.h"

namespace raichi {

void RankLeader::ShareState(const Trainer& trainer) const {
  if (ranks_ == nullptr) return;
  std::string precision = trainer.precision();
  std::string state = TrainerStateBytes(trainer.State());
  ranks_->Broadcast(&precision);
  ranks_->Broadcast(&state);
}

/// Returns false if the other ranks have ended because some rank was asked to stop.
bool RankLeader::Tell(const RankOrder& order) {
  if (!has_ended_) has_ended_ = ExchangeOrder(order, is_stopped_(), ranks_).is_stopped;
  return !has_ended_;
}

bool RankLeader::IsStopped() {
  return ranks_ == nullptr ? is_stopped_() : !Tell({.kind = RankOrder::Kind::kWait});
}

bool RankLeader::BeginPhase(const ReplayWindow& window, const Trainer& trainer, int64_t steps) {
  if (ranks_ == nullptr) return true;
  const std::string weights = WeightsChecksum(trainer.network(), trainer.State().weights);
  if (!Tell({.kind = RankOrder::Kind::kTrain,
             .steps = steps,
             .shards = window.state().shards,
             .weights = weights})) {
    return false;
  }
  WaitForRanks(ranks_);  // while the others load shards
  if (AnyOf(false, ranks_)) {
    PrintWarning(
        "the ranks' weights differ, as the last bits may on processors of different kinds; all "
        "go on with those of rank 0");
    ShareState(trainer);
  }
  return true;
}

void RankLeader::End() {
  if (ranks_ != nullptr && !has_ended_) Tell({.kind = RankOrder::Kind::kEnd});
  has_ended_ = true;
}

}  // namespace raichi
