#include "app/matches/match_results.h"

#include <filesystem>
#include <utility>

#include "base/counted.h"
#include "base/error.h"
#include "console/match_json.h"
#include "console/output.h"
#include "run/files/model_id.h"
#include "run/player_word.h"
#include "selfplay/records/files.h"

namespace raichi {

MatchResults::MatchResults(const std::string& file, Access access) {
  if (file.empty()) return;
  if (access == Access::kAdd) {
    const std::filesystem::path path = file;
    CheckWritable(path);
    lock_.emplace(std::filesystem::absolute(path).parent_path(), path.filename(),
                  path.filename().string() + ": another process adds to it");
  }
  if (access == Access::kRead && !std::filesystem::exists(file)) {
    throw Error(file + ": there is no such file");
  }
  log_.emplace(file);
  log_->ForEach([this](const Json& line) {
    results_.push_back(MatchResultFromJson(line));
    played_with_.push_back({line.value("a_weights", ""), line.value("b_weights", "")});
  });
}

void MatchResults::LeaveOutOlderWeights() {
  std::map<std::string, std::string> newest;
  for (size_t i = 0; i < results_.size(); ++i) {
    const auto& [a, b] = played_with_[i];
    if (!a.empty()) newest[results_[i].a] = a;
    if (!b.empty()) newest[results_[i].b] = b;
  }
  for (const auto& [player, weights] : newest) Identify(player, weights);
}

void MatchResults::Identify(const std::string& player, const std::string& weights) {
  if (!weights_.emplace(player, weights).second) return;
  const auto is_other = [&](const std::string& name, const std::string& then) {
    return name == player && !then.empty() && then != weights;
  };
  size_t kept = 0;
  for (size_t i = 0; i < results_.size(); ++i) {
    const auto& [a, b] = played_with_[i];
    if (is_other(results_[i].a, a) || is_other(results_[i].b, b)) continue;
    results_[kept] = results_[i];
    played_with_[kept++] = played_with_[i];
  }
  if (kept < results_.size()) {
    PrintWarning(log_->path().string() + ": " + Counted(results_.size() - kept, "result") + " of " +
                 player + " left out: played with other weights");
  }
  results_.resize(kept);
  played_with_.resize(kept);
}

void MatchResults::Add(const MatchResult& result) {
  const auto weights_of = [this](const std::string& player) {
    const auto known = weights_.find(player);
    return known == weights_.end() ? std::string() : known->second;
  };
  results_.push_back(result);
  played_with_.push_back({weights_of(result.a), weights_of(result.b)});
  if (!log_) return;
  Json line = ToJson(result);
  const auto& [a, b] = played_with_.back();
  if (!a.empty()) line["a_weights"] = a;
  if (!b.empty()) line["b_weights"] = b;
  log_->Append(std::move(line));
}

uint64_t MatchResults::PairsBetween(const std::string& a, const std::string& b,
                                    const std::string& rules) const {
  uint64_t games = 0;
  for (const MatchResult& result : results_) {
    const bool same = (result.a == a && result.b == b) || (result.a == b && result.b == a);
    if (same && result.rules == rules) games += result.total().games();
  }
  return games / 2;
}

namespace {

/// Adds a player's weights to the results. Does nothing if the player is not a model.
void Identify(const std::string& word, const std::string& name, const PlayerSettings& settings,
              MatchResults* results) {
  if (results->IsIdentified(name)) return;
  std::filesystem::path model;
  try {
    model = FindModelPlayer(word, settings).model;
  } catch (const UsageError&) {
    return;  // another kind of player
  }
  results->Identify(name, WeightsChecksum(model));
}

}  // namespace

void PlayMissingPairs(const Pairing& pairing, const MatchArguments& arguments,
                      const Interrupt& interrupt,
                      const std::function<void(const MatchOutcome& so_far, uint64_t pairs)>& show,
                      MatchResults* results) {
  MatchConfig config = MatchOf(arguments);
  Identify(pairing.a, pairing.a_name, arguments.players, results);
  Identify(pairing.b, pairing.b_name, arguments.players, results);
  const uint64_t known =
      results->PairsBetween(pairing.a_name, pairing.b_name, DistinctName(*config.rules));
  if (known >= arguments.pairs) return;
  config.pairs = arguments.pairs - known;
  config.first_pair = known;
  MatchOutcome outcome =
      PlayMatchOf(config, arguments, pairing.a, pairing.b, interrupt,
                  [&](const MatchOutcome& so_far) { show(so_far, config.pairs); });
  if (outcome.num_pairs() == 0) return;
  outcome.result.a = pairing.a_name;
  outcome.result.b = pairing.b_name;
  results->Add(outcome.result);
}

}  // namespace raichi
