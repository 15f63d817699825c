#include "run/ranks/follow_training.h"

#include <optional>
#include <string>

#include "base/error.h"
#include "nn/backend/trainer.h"
#include "nn/model/trainer_state.h"
#include "run/files/model_id.h"
#include "run/ranks/rank_order.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// A rank other than 0.
class Follower {
 public:
  Follower(const TrainConfig& config, const fs::path& run_folder, Reducer* ranks,
           std::function<bool()> is_stopped, Patience patience)
      : config_(config),
        games_(run_folder / "games"),
        ranks_(ranks),
        is_stopped_(std::move(is_stopped)),
        patience_(std::move(patience)),
        window_(games_, {}, DamagedShards::kLeave,
                [this](const std::string& warning) { reason_ = warning; }) {
    TakeState();
  }

  TrainerState Run() {
    for (;;) {
      const OrderForAll all = ExchangeOrder({}, is_stopped_(), ranks_);
      if (all.is_stopped || all.order.kind == RankOrder::Kind::kEnd) {
        return trainer_->State();
      }
      if (all.order.kind == RankOrder::Kind::kTrain) Train(all.order);
    }
  }

 private:
  void TakeState() {
    std::string precision, state;
    ranks_->Broadcast(&precision);
    ranks_->Broadcast(&state);
    config_.precision = precision;
    trainer_ = Trainer::From(ParseTrainerState(state, "state of rank 0"), config_, ranks_);
  }

  void Train(const RankOrder& order) {
    LoadPatiently(order);
    WaitForRanks(ranks_);
    const std::string weights = WeightsChecksum(trainer_->network(), trainer_->State().weights);
    if (AnyOf(weights != order.weights, ranks_)) TakeState();
    trainer_->Train(window_, order.steps, [this](const TrainStats&) { return !is_stopped_(); });
  }

  void LoadPatiently(const RankOrder& order) {
    for (const Patience::Time wait : patience_.waits) {
      if (TryLoad(order)) return;
      patience_.sleep(wait);
    }
    if (TryLoad(order)) return;
    throw Error(games_.string() + ": cannot read what rank 0 trains on: " + reason_ +
                "; all ranks must see the same run folder");
  }

  /// Sets `reason_` if something is missing.
  bool TryLoad(const RankOrder& order) {
    reason_.clear();
    WindowState state;
    state.shards = order.shards;
    try {
      const int gone = window_.Follow(state);
      if (gone == 0) return true;
      if (reason_.empty()) {
        reason_ = std::to_string(gone) + " of " + std::to_string(order.shards.size()) +
                  " shards are not there";
      }
    } catch (const ReadError& error) {
      reason_ = error.what();
    }
    return false;
  }

  TrainConfig config_;
  const fs::path games_;
  Reducer* ranks_;
  const std::function<bool()> is_stopped_;
  const Patience patience_;
  std::string reason_;  // for which the last attempt to load shards failed
  ReplayWindow window_;
  std::optional<Trainer> trainer_;
};

}  // namespace

Patience PatienceOfRanks() {
  Patience patience;
  patience.waits.assign(60, Patience::Time(1000));
  return patience;
}

TrainerState FollowTraining(const TrainConfig& config, const fs::path& run_folder, Reducer* ranks,
                            const std::function<bool()>& is_stopped, const Patience& patience) {
  return Follower(config, run_folder, ranks, is_stopped, patience).Run();
}

}  // namespace raichi
