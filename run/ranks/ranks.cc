#include "run/ranks/ranks.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/json.h"
#include "console/output.h"
#include "console/version.h"
#include "nn/backend/trainer.h"
#include "nn/model/trainer_state.h"
#include "rules/canonical_yaml.h"
#include "run/files/folder.h"

namespace raichi {
namespace {

std::string OrderText(const RankOrder& order) {
  const Json json = {{"kind", static_cast<int>(order.kind)},
                     {"steps", order.steps},
                     {"shards", order.shards},
                     {"weights", order.weights}};
  return JsonText(json);
}

RankOrder ParseOrder(const std::string& text) {
  const Json json = ParseJson(text);
  RankOrder order;
  order.kind = static_cast<RankOrder::Kind>(json.at("kind").get<int>());
  order.steps = json.at("steps");
  order.shards = json.at("shards").get<std::vector<std::string>>();
  order.weights = json.at("weights");
  return order;
}

}  // namespace

bool AnyOf(bool value, Reducer* ranks) {
  float count = value ? 1 : 0;
  ranks->Sum({&count, 1});
  return count > 0;
}

void WaitForRanks(Reducer* ranks) {
  std::string nothing;
  ranks->Broadcast(&nothing);
}

OrderForAll ExchangeOrder(const RankOrder& order, bool is_stopped, Reducer* ranks) {
  std::string text = ranks->rank() == 0 ? OrderText(order) : "";
  ranks->Broadcast(&text);
  const bool any_stopped = AnyOf(is_stopped, ranks);
  return {ParseOrder(text), any_stopped};
}

namespace {

/// Returns what must be the same in all ranks, in parts that are fit to be shown.
std::vector<std::string> PartsOf(RunConfig config) {
  std::vector<std::string> parts = {ProgramVersion()};
  KeyList list;
  ListKeys(&config, &list);
  for (const ConfigKey& key : list.keys()) {
    std::string value;
    if (key.IsList()) {
      value = JsonText(*std::get<std::vector<std::string>*>(key.field));
    } else {
      value = key.Text();
    }
    parts.push_back(key.name + "=" + value);
  }
  parts.push_back("from " + (config.origin ? config.origin->weights : "random weights"));
  for (const RulesPtr& rules : config.rule_sets) {
    parts.push_back("rules " + rules->data().name + ": " + ToYaml(rules->data()));
  }
  return parts;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

void RequireSameConfig(const RunConfig& config, Reducer* ranks) {
  const std::vector<std::string> own = PartsOf(config);
  std::string text = JsonText(own);
  ranks->Broadcast(&text);
  const auto first = ParseJson(text).get<std::vector<std::string>>();
  const auto [mine, its] = std::ranges::mismatch(own, first);
  if (mine == own.end() && its == first.end()) return;
  const auto shown = [](auto part, auto end) { return part == end ? "nothing" : FirstLine(*part); };
  throw Error("has another configuration than rank 0: " + shown(mine, own.end()) + ", rank 0 has " +
              shown(its, first.end()) +
              "; start all ranks with the same program, arguments and run folder");
}

namespace {

void FailAsRank(Reducer* ranks, int status, std::string message) {
  // Some errors occur in all ranks, such as a missing file. Rank 0 then speaks for all.
  constexpr std::chrono::seconds kPrecedence{2};
  if (ranks->rank() > 0) {
    std::this_thread::sleep_for(kPrecedence);
    message = "rank " + std::to_string(ranks->rank()) + " of " + std::to_string(ranks->size()) +
              ": " + message;
  }
  PrintError(message);
  std::cerr.flush();
  ranks->Abort(status);
}

}  // namespace

void WorkAsRank(Reducer* ranks, const std::function<void()>& work) {
  if (ranks == nullptr) return work();
  try {
    work();
  } catch (const UsageError& error) {
    FailAsRank(ranks, 2, error.what());
  } catch (const std::exception& error) {
    FailAsRank(ranks, 1, error.what());
  }
}

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
