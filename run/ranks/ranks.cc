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
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "console/output.h"
#include "console/version.h"
#include "nn/backend/trainer.h"
#include "nn/model/trainer_state.h"
#include "rules/canonical_yaml.h"
#include "run/files/folder.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"
#include "selfplay/records/shard_names.h"

namespace raichi {
namespace {

std::string OrderText(const RankOrder& order) {
  const Json json = {{"kind", static_cast<int>(order.kind)},
                     {"steps", order.steps},
                     {"shards", ShardNamesToJson(order.shards)},
                     {"weights", order.weights}};
  return JsonText(json);
}

RankOrder ParseOrder(const std::string& text) {
  const Json json = ParseJson(text);
  RankOrder order;
  order.kind = static_cast<RankOrder::Kind>(json.at("kind").get<int>());
  order.steps = json.at("steps");
  order.shards = ShardNamesFromJson(json.at("shards"));
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

namespace {

constexpr size_t kBytesAtOnce = size_t{64} << 20;

/// Reads a shard of a run, which may have the layout of older programs.
std::string ReadShardBytes(const std::filesystem::path& games, const std::string& name) {
  return ReadPatiently(Patience(), [&] {
    const std::filesystem::path path = NewShardPath(games, name);
    return ShardReader::BytesOf(Exists(path) ? path : games / name);
  });
}

/// Receives what SendShards sends, one shard after another.
class ShardReceiver {
 public:
  explicit ShardReceiver(Reducer* ranks) : ranks_(ranks) {}

  std::string Next() {
    if (next_ == bytes_.size()) {
      next_ = 0;
      ranks_->Broadcast(&bytes_);
    }
    const auto size = WordAt<uint64_t>(bytes_, next_);
    const size_t begin = next_ + sizeof size;
    next_ = begin + size;
    return bytes_.substr(begin, size);
  }

 private:
  Reducer* ranks_;
  std::string bytes_;
  size_t next_ = 0;
};

}  // namespace

/// Sends the shards that the other ranks do not hold: the size of each, then its bytes. Several
/// small ones make one message.
void RankLeader::SendShards(const std::filesystem::path& games,
                            const std::vector<std::string>& names) {
  std::string message;
  for (const std::string& name : names) {
    if (sent_.contains(name)) continue;
    const std::string bytes = ReadShardBytes(games, name);
    AppendWord(uint64_t{bytes.size()}, &message);
    message += bytes;
    if (message.size() < kBytesAtOnce) continue;
    ranks_->Broadcast(&message);
    message.clear();
  }
  if (!message.empty()) ranks_->Broadcast(&message);
  sent_ = {names.begin(), names.end()};
}

bool RankLeader::BeginPhase(const ReplayWindow& window, const Trainer& trainer, int64_t steps) {
  if (ranks_ == nullptr) return true;
  const std::string weights = WeightsChecksum(trainer.network(), trainer.State().weights);
  const std::vector<std::string> shards = window.state().shards;
  if (!Tell({.kind = RankOrder::Kind::kTrain,
             .steps = steps,
             .shards = shards,
             .weights = weights})) {
    return false;
  }
  SendShards(window.folder(), shards);
  WaitForRanks(ranks_);  // while the others unpack them
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

/// A rank other than 0.
class Follower {
 public:
  Follower(const TrainConfig& config, Reducer* ranks, std::function<bool()> is_stopped)
      : config_(config),
        ranks_(ranks),
        is_stopped_(std::move(is_stopped)),
        window_("", {}, DamagedShards::kLeave, PrintWarning) {
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
    WindowState state;
    state.shards = order.shards;
    ShardReceiver shards(ranks_);
    window_.Follow(state, [&](const std::string&) { return shards.Next(); });
    WaitForRanks(ranks_);
    const std::string weights = WeightsChecksum(trainer_->network(), trainer_->State().weights);
    if (AnyOf(weights != order.weights, ranks_)) TakeState();
    trainer_->Train(window_, order.steps, [this](const TrainStats&) { return !is_stopped_(); });
  }

  TrainConfig config_;
  Reducer* ranks_;
  const std::function<bool()> is_stopped_;
  ReplayWindow window_;
  std::optional<Trainer> trainer_;
};

}  // namespace

TrainerState FollowTraining(const TrainConfig& config, Reducer* ranks,
                            const std::function<bool()>& is_stopped) {
  return Follower(config, ranks, is_stopped).Run();
}

}  // namespace raichi
