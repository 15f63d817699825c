#include "app/matches/match_results.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "app/matches/match_blocks.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "console/match_json.h"
#include "console/output.h"
#include "run/files/folder.h"
#include "run/players/players.h"

namespace raichi {

std::string WeightsOf(const std::string& word, const PlayerSettings& settings) {
  std::filesystem::path model;
  try {
    model = FindModelPlayer(word, settings).model;
  } catch (const UsageError&) {
    return "";  // another kind of player
  }
  return WeightsChecksum(model);
}

void AddIds(const ResultIds& ids, Json* line) {
  (*line)["rules_id"] = ids.rules;
  if (!ids.a.empty()) (*line)["a_weights"] = ids.a;
  if (!ids.b.empty()) (*line)["b_weights"] = ids.b;
  if (ids.opening_plies) (*line)["opening_plies"] = *ids.opening_plies;
  if (ids.seed) (*line)["seed"] = *ids.seed;
  if (ids.first_pair) (*line)["first_pair"] = *ids.first_pair;
}

MatchResults::MatchResults(const std::string& file, Access access) {
  if (file.empty()) return;
  if (access == Access::kAdd) {
    const std::filesystem::path path = file;
    CheckWritable(path);
    lock_.emplace(AbsolutePath(path).parent_path(), path.filename(),
                  path.filename().string() + ": another process adds to it");
  }
  if (access == Access::kRead && !Exists(file)) {
    throw Error(file + ": there is no such file");
  }
  log_.emplace(file);
  size_t unsummed = 0;
  for (size_t i = 0; i < log_->lines().size(); ++i) unsummed += !log_->IsSummed(i);
  if (unsummed > 0) {
    PrintWarning(file + ": " + Counted(unsummed, "result") +
                 " without a checksum, counted as found");
  }
  SeenPairs seen;
  size_t repeated = 0;
  log_->ForEach([&](const Json& line) {
    if (!seen.Add(line)) {
      ++repeated;
      return;
    }
    results_.push_back(MatchResultFromJson(line));
    ids_.push_back(
        {line.value("a_weights", ""), line.value("b_weights", ""), line.value("rules_id", "")});
    const auto plies = line.find("opening_plies");
    if (plies != line.end()) ids_.back().opening_plies = plies->get<int>();
    ids_.back().first_pair = FirstPairOf(line);
  });
  if (repeated == 0) return;
  PrintWarning(file + ": " + Counted(repeated, "result") +
               " left out: pairs of games that an earlier line holds (the same players, rules, "
               "openings and seed)");
}

namespace {

/// Whether there is a model of this name, with other weights.
bool HasOtherWeights(const std::string& name, const std::string& weights) {
  try {
    const std::string present = WeightsOf(name, {});
    return !present.empty() && present != weights;
  } catch (const Error&) {
    return false;  // it cannot be read
  }
}

}  // namespace

void MatchResults::LeaveOutOlder() {
  std::map<std::string, std::string> weights, rules;
  for (size_t i = 0; i < results_.size(); ++i) {
    const ResultIds& ids = ids_[i];
    if (!ids.a.empty()) weights[results_[i].a] = ids.a;
    if (!ids.b.empty()) weights[results_[i].b] = ids.b;
    if (!ids.rules.empty()) rules[results_[i].rules] = ids.rules;
  }
  for (const auto& [player, id] : weights) {
    if (!IsIdentified(player) && HasOtherWeights(player, id)) {
      PrintWarning("the model " + player + " has other weights now than in its results");
    }
    Identify(player, id);
  }
  for (const auto& [name, id] : rules) IdentifyRules(name, id);
}

void MatchResults::Identify(const std::string& player, const std::string& weights) {
  if (!weights_.emplace(player, weights).second) return;
  const auto is_other = [&](const std::string& name, const std::string& id) {
    return name == player && !id.empty() && id != weights;
  };
  LeaveOut(
      [&](const MatchResult& result, const ResultIds& ids) {
        return is_other(result.a, ids.a) || is_other(result.b, ids.b);
      },
      "of " + player + " left out: played with other weights");
}

void MatchResults::Identify(const Rules& rules) {
  IdentifyRules(DistinctName(rules), RulesId(rules));
}

void MatchResults::IdentifyRules(const std::string& name, const std::string& id) {
  if (!rules_.emplace(name, id).second) return;
  LeaveOut(
      [&](const MatchResult& result, const ResultIds& ids) {
        return result.rules == name && !ids.rules.empty() && ids.rules != id;
      },
      "under " + name + " left out: played under other rules of this name");
}

void MatchResults::LeaveOut(
    const std::function<bool(const MatchResult&, const ResultIds&)>& is_other,
    const std::string& why) {
  size_t kept = 0;
  for (size_t i = 0; i < results_.size(); ++i) {
    if (is_other(results_[i], ids_[i])) continue;
    results_[kept] = results_[i];
    ids_[kept++] = ids_[i];
  }
  if (kept < results_.size()) {
    PrintWarning(log_->path().string() + ": " + Counted(results_.size() - kept, "result") + " " +
                 why);
  }
  results_.resize(kept);
  ids_.resize(kept);
}

void MatchResults::RequireOpenings(int random_plies, const std::string& rules) const {
  for (size_t i = 0; i < results_.size(); ++i) {
    const int plies = ids_[i].opening_plies.value_or(random_plies);
    if (results_[i].rules != rules || plies == random_plies) continue;
    throw UsageError(log_->path().string() + ": its games under " + rules + " begin with " +
                     Counted(static_cast<uint64_t>(plies), "random ply") +
                     "; expected --opening-plies " + std::to_string(plies) + " or another file");
  }
}

void MatchResults::Add(const MatchResult& result, const MatchConfig& match) {
  const auto weights_of = [this](const std::string& player) {
    const auto known = weights_.find(player);
    return known == weights_.end() ? std::string() : known->second;
  };
  results_.push_back(result);
  ids_.push_back({.a = weights_of(result.a),
                  .b = weights_of(result.b),
                  .rules = RulesId(*match.rules),
                  .opening_plies = match.opening_random_plies,
                  .seed = match.seed,
                  .first_pair = match.first_pair});
  if (!log_) return;
  Json line = ToJson(result);
  AddIds(ids_.back(), &line);
  log_->Append(std::move(line));
}

uint64_t MatchResults::PairsBetween(const std::string& a, const std::string& b,
                                    const std::string& rules) const {
  uint64_t all = 0;
  ForEachBetween(a, b, rules, [&](uint64_t pairs, const ResultIds&) { all += pairs; });
  return all;
}

uint64_t MatchResults::NextPair(const std::string& a, const std::string& b,
                                const std::string& rules) const {
  uint64_t next = 0;
  ForEachBetween(a, b, rules, [&](uint64_t pairs, const ResultIds& ids) {
    next = std::max(next, ids.first_pair.value_or(next) + pairs);
  });
  return next;
}

void MatchResults::ForEachBetween(
    const std::string& a, const std::string& b, const std::string& rules,
    const std::function<void(uint64_t pairs, const ResultIds& ids)>& use) const {
  for (size_t i = 0; i < results_.size(); ++i) {
    const MatchResult& result = results_[i];
    const bool same = (result.a == a && result.b == b) || (result.a == b && result.b == a);
    if (same && result.rules == rules) use(result.total().games() / 2, ids_[i]);
  }
}

void IdentifyPlayer(const std::string& word, const std::string& name,
                    const PlayerSettings& settings, MatchResults* results) {
  if (results->IsIdentified(name)) return;
  const std::string weights = WeightsOf(word, settings);
  if (!weights.empty()) results->Identify(name, weights);
}

void PlayMissingPairs(const Pairing& pairing, const MatchArguments& arguments,
                      const Interrupt& interrupt,
                      const std::function<void(const MatchOutcome& so_far, uint64_t pairs)>& show,
                      MatchResults* results) {
  MatchConfig config = MatchOf(arguments);
  IdentifyPlayer(pairing.a, pairing.a_name, arguments.players, results);
  IdentifyPlayer(pairing.b, pairing.b_name, arguments.players, results);
  const std::string rules = DistinctName(*config.rules);
  const uint64_t known = results->PairsBetween(pairing.a_name, pairing.b_name, rules);
  if (known >= arguments.pairs) return;
  config.pairs = arguments.pairs - known;
  config.first_pair = results->NextPair(pairing.a_name, pairing.b_name, rules);
  MatchOutcome outcome =
      PlayMatchOf(config, arguments, pairing.a, pairing.b, interrupt,
                  [&](const MatchOutcome& so_far) { show(so_far, config.pairs); });
  if (outcome.num_pairs() == 0) return;
  outcome.result.a = pairing.a_name;
  outcome.result.b = pairing.b_name;
  results->Add(outcome.result, config);
}

RoundRobin::RoundRobin(const std::vector<std::string>& words, MatchArguments arguments,
                       MatchResults* results)
    : arguments_(std::move(arguments)), results_(results) {
  std::set<std::string> seen;
  for (const std::string& word : words) {
    words_.push_back(PinnedWord(word));
    names_.push_back(PlayerName(words_.back(), arguments_.players));
    if (!seen.insert(names_.back()).second) {
      throw UsageError("rate: player '" + names_.back() + "' is named twice");
    }
  }
  const RulesPtr rules = MatchOf(arguments_).rules;
  rules_name_ = DistinctName(*rules);
  results_->Identify(*rules);
  results_->RequireOpenings(arguments_.opening_plies, rules_name_);
  WarnOfSharedName(*rules);
  WarnOfUntrained({words_.begin(), words_.end()}, *rules);
}

uint64_t RoundRobin::PairsMissing(size_t i, size_t j) const {
  const uint64_t known = results_->PairsBetween(names_[i], names_[j], rules_name_);
  return arguments_.pairs - std::min(known, arguments_.pairs);
}

uint64_t RoundRobin::PairsMissing() const {
  uint64_t missing = 0;
  for (size_t i = 0; i < names_.size(); ++i) {
    for (size_t j = i + 1; j < names_.size(); ++j) missing += PairsMissing(i, j);
  }
  return missing;
}

bool RoundRobin::PlayTogether(const std::filesystem::path& folder,
                              const std::filesystem::path& file) {
  std::vector<Fixture> fixtures;
  for (size_t i = 0; i < names_.size(); ++i) {
    for (size_t j = i + 1; j < names_.size(); ++j) {
      fixtures.push_back({{words_[i], words_[j], names_[i], names_[j]}, arguments_.rules});
    }
  }
  return PlayMissingTogether(folder, fixtures, arguments_, interrupt_, file);
}

bool RoundRobin::Play() {
  const size_t players = names_.size();
  clock_ = WorkClock(static_cast<double>(PairsMissing()));
  for (size_t i = 0; i < players; ++i) {
    for (size_t j = i + 1; j < players && !interrupt_.IsRequested(); ++j) PlayPairing(i, j);
  }
  return PairsMissing() == 0;
}

void RoundRobin::PlayPairing(size_t i, size_t j) {
  ++pairing_;
  const uint64_t missing = PairsMissing(i, j);
  PlayMissingPairs(
      {words_[i], words_[j], names_[i], names_[j]}, arguments_, interrupt_,
      [&](const MatchOutcome& so_far, uint64_t pairs) { Show(i, j, so_far, pairs); }, results_);
  clock_.Finish(static_cast<double>(missing));
}

void RoundRobin::Show(size_t i, size_t j, const MatchOutcome& so_far, uint64_t pairs) {
  if (!progress_.IsDue()) return;
  const size_t pairings = names_.size() * (names_.size() - 1) / 2;
  progress_.Show(fmt::format("pairing {} of {}{}: {} against {}: {}", pairing_, pairings,
                             clock_.TimeLeft(static_cast<double>(so_far.num_pairs())), names_[i],
                             names_[j], DescribeProgress(so_far, pairs)));
}

}  // namespace raichi
