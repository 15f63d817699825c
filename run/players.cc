#include "run/players.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "base/error.h"
#include "console/log.h"
#include "mcts/evaluators/cached_evaluator.h"
#include "mcts/players/parse_player.h"
#include "mcts/players/search_player.h"
#include "nn/model/model.h"
#include "prove/proof_player.h"
#include "run/player_word.h"

namespace raichi {
namespace {

constexpr int kLeavesOfThread = 8;  // in flight

/// Whether the word, which is WithoutProof, names a model that does not know the rules.
bool IsUntrained(const std::string& word, const Rules& rules) {
  return !ParsePlayer(word) && !IsTrainedOn(FindModelPlayer(word, {}).model, rules);
}

/// Returns a cache that holds what the searches of a turn evaluate: a tenth of the positions of a
/// long search occur in it before. Networks see two last moves.
CacheConfig CacheFor(int visits, int searches) {
  constexpr double kBytes = 512, kLeast = 1 << 20, kMost = 64 << 20;
  return {.bytes = static_cast<size_t>(std::clamp(kBytes * visits * searches, kLeast, kMost)),
          .history = 2};
}

std::unique_ptr<PlayerKind> OpenModelPlayer(const ModelPlayer& player,
                                            const PlayerSettings& settings) {
  SearchPlayerConfig config{.search = SearchPlayerConfig::NetworkSearch()};
  config.search.temperature = settings.temperature;
  config.budget.visits = player.MaxVisits();
  config.budget.in_flight = player.in_flight;
  config.seconds = player.seconds;
  NetworkEvaluatorConfig network = settings.network;
  network.batch *= player.in_flight;
  if (!player.precision.empty()) network.precision = player.precision;
  std::shared_ptr<Evaluator> evaluator = OpenNetworkEvaluator(player.model, network);
  if (settings.cache) {
    auto cache = std::make_shared<EvaluationCache>(CacheFor(player.MaxVisits(), network.batch));
    evaluator = std::make_shared<CachedEvaluator>(std::move(evaluator), std::move(cache));
  }
  return std::make_unique<SearchPlayerKind>(player.Name(), config, std::move(evaluator));
}

}  // namespace

int LoneInFlight(int threads) {
  return std::clamp(kLeavesOfThread * threads, kLoneInFlight, 4 * kLoneInFlight);
}

std::string PlayerName(const std::string& word, const PlayerSettings& settings) {
  if (const auto proof = ParseProofWord(word)) {
    return "proof:" + proof->file + "," + PlayerName(proof->otherwise, settings);
  }
  if (const auto kind = ParsePlayer(word)) return kind->name();
  return FindModelPlayer(word, settings).Name();
}

std::string PinnedWord(const std::string& word) {
  if (const auto proof = ParseProofWord(word)) {
    return "proof:" + proof->file + "," + PinnedWord(proof->otherwise);
  }
  if (ParsePlayer(word)) return word;
  const auto [model, search] = SplitModelWord(word);
  return ShowModel(model) + search;
}

std::unique_ptr<PlayerKind> OpenPlayer(const std::string& word, const PlayerSettings& settings) {
  if (const auto proof = ParseProofWord(word)) {
    return std::make_unique<ProofPlayerKind>(PlayerName(word, settings),
                                             settings.proofs->Open(proof->file),
                                             OpenPlayer(proof->otherwise, settings));
  }
  if (auto kind = ParsePlayer(word)) return kind;
  return OpenModelPlayer(FindModelPlayer(word, settings), settings);
}

bool ObeysLimits(const std::string& word) { return !ParsePlayer(WithoutProof(word)); }

bool ThinksByTheClock(const std::string& word, const PlayerSettings& settings) {
  return ObeysLimits(word) && FindModelPlayer(WithoutProof(word), settings).seconds > 0;
}

int VisitsOf(const std::string& word, const PlayerSettings& settings) {
  return FindModelPlayer(WithoutProof(word), settings).MaxVisits();
}

std::string DescribePlayer(const std::string& player, const Rules& rules) {
  const std::string word = WithoutProof(player);
  const std::string who = ParsePlayer(word) ? word : ShowModel(FindModelPlayer(word, {}).model);
  const std::string text = fmt::format("{} plays {}", who, ShippedName(rules));
  if (!IsUntrained(word, rules)) return text;
  const auto nearest = NearestModelOf(rules);
  if (!nearest || nearest->model != who) return text + ", which it was not trained on";
  return fmt::format("{}; it was trained on {}, the nearest rules", text, nearest->rules_name);
}

void CheckFits(const std::string& word, const Rules& rules) {
  if (const auto proof = ParseProofWord(word)) FindProof(rules, proof->file);
  if (!ObeysLimits(word)) return;
  const std::filesystem::path model = FindModelPlayer(WithoutProof(word), {}).model;
  const int canvas = ReadModelInfo(model).network.canvas;
  if (rules.size() <= canvas) return;
  throw Error(fmt::format("{}: is for boards up to {}x{}, the rules {} need {}x{}",
                          ShowModel(model), canvas, canvas, rules.data().name, rules.size(),
                          rules.size()));
}

void WarnOfUntrained(const std::set<std::string>& words, const Rules& rules) {
  for (const std::string& word : words) CheckFits(word, rules);
  std::set<std::string> texts;  // several words may name the same model
  for (const std::string& word : words) {
    if (IsUntrained(WithoutProof(word), rules)) texts.insert(DescribePlayer(word, rules));
  }
  for (const std::string& text : texts) PrintWarning(text);
}

}  // namespace raichi
