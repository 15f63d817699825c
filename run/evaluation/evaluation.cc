#include "run/evaluation/evaluation.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "console/match_json.h"
#include "mcts/players/players.h"
#include "mcts/players/search_player.h"
#include "nn/backend/devices.h"
#include "nn/backend/network_evaluator.h"
#include "run/config/auto_values.h"
#include "run/files/folder.h"
#include "selfplay/match/match.h"
#include "selfplay/play/worker.h"

namespace raichi {

std::vector<EvaluationTask> EvaluationsOf(const EvaluationConfig& config,
                                          const std::vector<int>& models, bool is_finished) {
  std::vector<EvaluationTask> tasks;
  for (const int model : models) {
    const bool is_selected = config.every > 0 && model % config.every == 0;
    const bool is_last = is_finished && model == models.back() && config.final_pairs > 0;
    if (model == 0 || (!is_selected && !is_last)) continue;
    const int pairs = is_selected ? config.pairs : 0;
    tasks.push_back({model, is_last ? std::max(config.pairs, config.final_pairs) : pairs});
  }
  return tasks;
}

namespace {

std::vector<RulesPtr> WithoutRepeats(std::vector<RulesPtr> rules) {
  std::set<uint64_t> seen;
  std::erase_if(rules, [&](const RulesPtr& r) { return !seen.insert(r->fingerprint()).second; });
  return rules;
}

}  // namespace

RunEvaluator::RunEvaluator(const RunConfig& config, const RunFolder& folder, Ledger* ledger)
    : config_(config),
      folder_(folder),
      ledger_(ledger),
      rules_(WithoutRepeats(OpenNamedRulesOf(config))),
      log_(folder) {
  Reload();
}

void RunEvaluator::Reload() { lines_ = log_.Read(); }

std::unique_ptr<PlayerKind> RunEvaluator::OpenPlayer(const std::string& word, int worker,
                                                     int games_at_once) const {
  if (!IsModelName(word)) return ParsePlayer(word);
  SearchPlayerConfig player{.search = SearchPlayerConfig::NetworkSearch()};
  player.budget.visits = config_.evaluation.visits;
  return std::make_unique<SearchPlayerKind>(
      word, player,
      OpenNetworkEvaluator(folder_.models() / word,
                           {.device = DeviceOfWorker(config_.workers.device, worker),
                            .precision = Precision(),
                            .batch = games_at_once,
                            .threads = 1}));
}

std::vector<std::string> RunEvaluator::OpponentsOf(int model) const {
  std::vector<std::string> opponents;
  for (const std::string& word : config_.evaluation.opponents) {
    if (std::ranges::find(opponents, word) == opponents.end()) opponents.push_back(word);
  }
  std::set<std::string> earlier;  // models evaluated before, the newest last
  for (const Json& line : lines_) {
    const std::string name = line.at("a");
    if (name < RunFolder::Numbered(model)) earlier.insert(name);
  }
  int left = config_.evaluation.earlier_models;
  for (auto name = earlier.rbegin(); name != earlier.rend() && left > 0; ++name) {
    if (!CanPlay(*name)) continue;
    opponents.push_back(*name);
    --left;
  }
  return opponents;
}

/// Returns true if a model exists and is intact. The owner sets a damaged one aside.
bool RunEvaluator::CanPlay(const std::string& model) const {
  const std::filesystem::path path = folder_.models() / model;
  if (!Exists(path)) return false;
  if (ledger_ != nullptr) return ReadModelOrSetAside(path).has_value();
  try {
    ReadModel(path);
    return true;
  } catch (const Error& error) {
    PrintWarning(std::string(error.what()) + "; nothing is played against this model");
    return false;
  }
}

std::string RunEvaluator::Precision() const {
  const std::string device = DeviceOfWorker(config_.workers.device, 0);
  return ExactPlace(device, config_.workers.precision).precision;
}

/// Whether a player still has the weights with which it began the match. Throws ReadError if that
/// may be known later.
bool RunEvaluator::IsUnchanged(const std::string& player, const std::string& weights) const {
  if (!IsModelName(player)) return true;
  try {
    return ReadPatiently(Patience(), [&] { return WeightsChecksum(folder_.models() / player); }) ==
           weights;
  } catch (const DamagedError&) {
    return false;
  } catch (const ReadError& error) {
    if (error.code() != ENOENT) throw;
    return false;
  }
}

void RunEvaluator::Record(Json line) {
  if (ledger_ != nullptr) ledger_->AppendMatch(line);
  log_.Change([&](JsonLog* log) {
    log->Append(std::move(line));
    lines_ = log->lines();
  });
}

std::string RunEvaluator::WeightsOf(const std::string& player) {
  if (!IsModelName(player)) return "";
  std::string& weights = weights_[player];
  if (weights.empty()) {
    weights = ReadPatiently(Patience(), [&] { return WeightsChecksum(folder_.models() / player); });
  }
  return weights;
}

Json RunEvaluator::ToLine(const MatchResult& result, const Rules& rules, uint64_t first_pair) {
  Json line = ToJson(result);
  line["first_pair"] = first_pair;
  line["rules_id"] = RulesId(rules);
  line["a_weights"] = WeightsOf(result.a);
  if (IsModelName(result.b)) line["b_weights"] = WeightsOf(result.b);
  return line;
}

std::map<RunEvaluator::Pairing, RunEvaluator::PlayedPairs> RunEvaluator::PairsPlayed(
    const std::string& a, const std::vector<std::string>& opponents) {
  const auto is_same = [](const Json& line, const char* key, const std::string& now) {
    return line.value(key, now) == now;  // lines of older programs lack the key
  };
  std::map<Pairing, PlayedPairs> played;
  for (const Json& line : lines_) {
    const MatchResult result = MatchResultFromJson(line);
    if (result.a != a || std::ranges::count(opponents, result.b) == 0) continue;
    if (!is_same(line, "a_weights", WeightsOf(a)) ||
        !is_same(line, "b_weights", WeightsOf(result.b))) {
      continue;
    }
    for (const RulesPtr& rules : rules_) {
      if (result.rules != rules->data().name || !is_same(line, "rules_id", RulesId(*rules)))
        continue;
      PlayedPairs& pairs = played[{result.b, rules}];
      const uint64_t count = result.total().games() / 2;
      pairs.count += count;
      pairs.next = std::max(pairs.next, FirstPairOf(line).value_or(pairs.next) + count);
    }
  }
  return played;
}

bool RunEvaluator::IsEvaluated(int model, int pairs) {
  Reload();
  weights_.clear();  // the owner may have replaced models
  return Missing(model, static_cast<uint64_t>(pairs)).empty();
}

bool RunEvaluator::Evaluate(int model, int pairs, const std::stop_token& stop, const Tick& tick) {
  Reload();
  weights_.clear();
  model_ = model;
  const auto wanted = static_cast<uint64_t>(pairs);
  if (ledger_ == nullptr) {
    EndOffersExcept(OffersOf(model, wanted));
    // Anew, because what was recorded just now is no longer missing.
    return EvaluateTogether(OffersOf(model, wanted), stop, tick);
  }
  EndOffersExcept({});
  const std::vector<MissingMatch> matches = Missing(model, wanted);
  double missing = 0;
  for (const MissingMatch& match : matches) missing += static_cast<double>(match.pairs);
  WorkClock clock(missing);
  for (const MissingMatch& match : matches) {
    if (!PlayMatch(model, match, clock, stop, tick)) return false;
    clock.Finish(static_cast<double>(match.pairs));
  }
  return true;
}

std::vector<RunEvaluator::MissingMatch> RunEvaluator::Missing(int model, uint64_t pairs) {
  const std::vector<std::string> opponents = OpponentsOf(model);
  std::map<Pairing, PlayedPairs> all_played = PairsPlayed(RunFolder::Numbered(model), opponents);
  std::vector<MissingMatch> matches;
  for (const std::string& opponent : opponents) {
    for (const RulesPtr& rules : rules_) {
      const PlayedPairs played = all_played[{opponent, rules}];
      if (played.count >= pairs) continue;
      matches.push_back({opponent, rules, played.next, pairs - played.count});
    }
  }
  return matches;
}

MatchConfig RunEvaluator::ConfigOf(int model, const MissingMatch& missing) const {
  MatchConfig match;
  match.rules = missing.rules;
  match.pairs = missing.pairs;
  match.first_pair = missing.first_pair;
  match.seed = Mix64(config_.seed + static_cast<uint64_t>(model));
  match.opening_random_plies = config_.evaluation.opening_random_plies;
  return match;
}

std::string RunEvaluator::Describe(const std::string& time_left, int model,
                                   const MissingMatch& match, uint64_t done) {
  return fmt::format("evaluation{}: {} against {}, pair {} of {}", time_left,
                     RunFolder::Numbered(model), match.opponent, done, match.pairs);
}

bool RunEvaluator::PlayMatch(int model, const MissingMatch& missing, const WorkClock& clock,
                             const std::stop_token& stop, const Tick& tick) {
  const std::string name = RunFolder::Numbered(model);
  const std::string& opponent = missing.opponent;
  MatchConfig match = ConfigOf(model, missing);
  const int workers = CountWorkers(config_.workers);
  const int most = Worker::BatchOf(config_.workers.slots) / 2;
  match.concurrent_pairs = ConcurrentPairs(match.pairs, workers, most);
  const auto open = [&, games = 2 * match.concurrent_pairs](const std::string& word, int worker) {
    return OpenPlayer(word, worker, games);
  };

  uint64_t done = 0;
  bool ended = false;
  const MatchHooks hooks = {
      .new_players =
          [&](int worker) {
            return MatchPlayers{.a = open(name, worker), .b = open(opponent, worker)};
          },
      .on_pair =
          [&](const MatchOutcome& outcome) {
            games_played_ += 2 * static_cast<int64_t>(outcome.num_pairs() - done);
            done = outcome.num_pairs();
          },
      .should_stop =
          [&] {
            ended = ended ||
                    tick(Describe(clock.TimeLeft(static_cast<double>(done)), model, missing, done));
            return ended;
          },
  };
  const MatchOutcome outcome = RunMatch(match, workers, hooks, stop);
  if (outcome.num_pairs() > 0) {
    Record(ToLine(outcome.result, *missing.rules, missing.first_pair));
  }
  return !ended && !stop.stop_requested();
}

std::vector<MatchResult> RunEvaluator::Results() const {
  std::vector<MatchResult> results;
  for (const Json& line : lines_) results.push_back(MatchResultFromJson(line));
  return results;
}

}  // namespace raichi
