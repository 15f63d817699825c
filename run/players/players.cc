#include "run/players/players.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "console/log.h"
#include "mcts/evaluators/cached_evaluator.h"
#include "mcts/players/players.h"
#include "mcts/players/random_turns.h"
#include "mcts/players/search_player.h"
#include "mcts/search/search_config.h"
#include "nn/model/model.h"
#include "prove/proof_player.h"
#include "run/players/find_model.h"

namespace raichi {
namespace {

/// Removes `/PRECISION` from the end of `text`. Returns the precision; empty if there is none.
std::string TakePrecision(std::string_view* text) {
  for (const std::string precision : {"f32", "bf16", "f16"}) {
    if (!text->ends_with("/" + precision)) continue;
    text->remove_suffix(precision.size() + 1);
    return precision;
  }
  return "";
}

/// Reads `VISITS` or `SECONDSs`, optionally with `xLEAVES` and `/PRECISION`, into `player`.
bool ReadSearch(std::string_view text, ModelPlayer* player) {
  player->precision = TakePrecision(&text);
  if (text.find('s') != std::string_view::npos) {
    const auto seconds = TakeNumber(&text, kMinSeconds, kMaxSeconds);
    if (!seconds || !text.starts_with('s')) return false;
    text.remove_prefix(1);
    player->seconds = *seconds;
  } else {
    const auto visits = TakeNumber(&text, 1, kMaxVisits);
    if (!visits) return false;
    player->visits = *visits;
    player->seconds = 0;
  }
  if (!text.starts_with('x')) return text.empty();
  text.remove_prefix(1);
  const auto in_flight = TakeNumber(&text, 1, kMaxInFlight);
  player->in_flight = in_flight.value_or(0);
  return in_flight && text.empty();
}

/// Sets the number of leaves in flight if it was not given. A short search would lose too much of
/// what its first answers tell it.
ModelPlayer Complete(ModelPlayer player, const PlayerSettings& settings) {
  constexpr int kLongVisits = 256;
  if (player.in_flight != 0) return player;
  player.in_flight = settings.alone && player.visits >= kLongVisits ? kLoneInFlight : 1;
  if (player.seconds > 0) player.in_flight = LoneInFlight(settings.network.threads);
  return player;
}

}  // namespace

std::string ModelPlayer::Name() const {
  std::string name = ShowModel(model);
  if (seconds == 0 && visits == 0) return name;
  name += "@";
  name += seconds > 0 ? fmt::format("{}s", seconds) : std::to_string(visits);
  if (in_flight > 1) name += "x" + std::to_string(in_flight);
  return precision.empty() ? name : name + "/" + precision;
}

ModelWord SplitModelWord(const std::string& word) {
  if (const auto model = LookForModel(word)) return {*model, ""};
  const size_t mark = word.find_last_of("@:");
  const auto model = LookForModel(word.substr(0, mark));
  if (mark == std::string::npos || !model) {
    throw UsageError("player '" + word + "': expected " + kPlayerWords +
                     "; there is no such model" + WhyNoModel(word.substr(0, mark)));
  }
  return {*model, word.substr(mark)};
}

std::optional<ProofWord> ParseProofWord(const std::string& word) {
  constexpr std::string_view kProof = "proof:";
  if (!word.starts_with(kProof)) return std::nullopt;
  const std::string rest = word.substr(kProof.size());
  const size_t comma = std::min(rest.find(','), rest.size());
  ProofWord proof{.file = rest.substr(0, comma)};
  if (comma < rest.size()) proof.otherwise = rest.substr(comma + 1);
  const bool is_bad = proof.file.empty() || proof.otherwise.empty();
  if (!is_bad && !proof.otherwise.starts_with(kProof)) return proof;
  throw UsageError("player '" + word + "': expected proof:FILE, the file of a certificate, or " +
                   "proof:FILE,PLAYER with a player for all other positions");
}

std::optional<CarelessWord> ParseCarelessWord(const std::string& word) {
  constexpr std::string_view kCareless = "careless:";
  if (!word.starts_with(kCareless)) return std::nullopt;
  const size_t comma = std::min(word.find(','), word.size());
  const auto percent =
      ParseNumber(std::string_view(word).substr(0, comma).substr(kCareless.size()), 1, 99);
  CarelessWord careless{percent.value_or(0), word.substr(std::min(comma + 1, word.size()))};
  const std::string& player = careless.otherwise;
  const bool is_nested = player.starts_with(kCareless) || player.starts_with("proof:");
  if (percent && !player.empty() && !is_nested) return careless;
  throw UsageError("player '" + word +
                   "': expected careless:PERCENT,PLAYER with 1 to 99 percent "
                   "of random turns and a player for the others");
}

std::string ToString(const CarelessWord& word) {
  return fmt::format("careless:{},{}", word.percent, word.otherwise);
}

std::string PlainWord(const std::string& word) {
  const auto proof = ParseProofWord(word);
  const auto careless = ParseCarelessWord(proof ? proof->otherwise : word);
  if (careless) return careless->otherwise;
  return proof ? proof->otherwise : word;
}

ModelPlayer FindModelPlayer(const std::string& word, const PlayerSettings& settings) {
  const ModelWord parts = SplitModelWord(word);
  ModelPlayer player{parts.model, settings.visits, settings.seconds, settings.in_flight, ""};
  if (!parts.search.empty() && !ReadSearch(std::string_view(parts.search).substr(1), &player)) {
    throw UsageError(fmt::format(
        "player '{}': expected the model, then up to {} visits (@800) or 0.001 to 86400 seconds "
        "(@1.5s), then optionally up to {} leaves in flight (@800x16), then optionally "
        "f32, bf16 or f16 (@800/f32)",
        word, kMaxVisits, kMaxInFlight));
  }
  return Complete(player, settings);
}

namespace {

constexpr int kLeavesOfThread = 8;  // in flight

/// Whether the word, which is PlainWord, names a model that does not know the rules.
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
  if (settings.alone) network.batch = std::max(network.batch, kLoneInFlight);  // for hints
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
  if (auto careless = ParseCarelessWord(word)) {
    careless->otherwise = PlayerName(careless->otherwise, settings);
    return ToString(*careless);
  }
  if (const auto kind = ParsePlayer(word)) return kind->name();
  return FindModelPlayer(word, settings).Name();
}

std::string PinnedWord(const std::string& word) {
  if (const auto proof = ParseProofWord(word)) {
    return "proof:" + proof->file + "," + PinnedWord(proof->otherwise);
  }
  if (auto careless = ParseCarelessWord(word)) {
    careless->otherwise = PinnedWord(careless->otherwise);
    return ToString(*careless);
  }
  if (ParsePlayer(word)) return word;
  const auto [model, search] = SplitModelWord(word);
  return ShowModel(model) + search;
}

std::string WordAtLevel(const std::string& word, const Level& level,
                        const PlayerSettings& settings) {
  ModelPlayer player = FindModelPlayer(PlainWord(word), settings);
  player.visits = level.visits;
  player.seconds = 0;
  player.in_flight = settings.in_flight;
  const std::string name = Complete(player, settings).Name();
  return level.careless == 0 ? name : ToString(CarelessWord{level.careless, name});
}

const Level* LevelOfWord(const std::string& word, const PlayerSettings& settings) {
  if (!ObeysLimits(word)) return nullptr;
  const auto proof = ParseProofWord(word);
  for (const Level& level : Levels()) {
    if (WordAtLevel(word, level, settings) == (proof ? proof->otherwise : word)) return &level;
  }
  return nullptr;
}

std::unique_ptr<PlayerKind> OpenPlayer(const std::string& word, const PlayerSettings& settings) {
  if (const auto proof = ParseProofWord(word)) {
    return std::make_unique<ProofPlayerKind>(PlayerName(word, settings),
                                             settings.proofs->Open(proof->file),
                                             OpenPlayer(proof->otherwise, settings));
  }
  if (const auto careless = ParseCarelessWord(word)) {
    return std::make_unique<RandomTurnsKind>(PlayerName(word, settings),
                                             OpenPlayer(careless->otherwise, settings),
                                             RandomTurns{.later = careless->percent / 100.0});
  }
  if (auto kind = ParsePlayer(word)) return kind;
  return OpenModelPlayer(FindModelPlayer(word, settings), settings);
}

bool ObeysLimits(const std::string& word) { return !ParsePlayer(PlainWord(word)); }

bool ThinksByTheClock(const std::string& word, const PlayerSettings& settings) {
  return ObeysLimits(word) && FindModelPlayer(PlainWord(word), settings).seconds > 0;
}

int VisitsOf(const std::string& word, const PlayerSettings& settings) {
  return FindModelPlayer(PlainWord(word), settings).MaxVisits();
}

std::string DescribePlayer(const std::string& player, const Rules& rules) {
  const std::string word = PlainWord(player);
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
  const std::filesystem::path model = FindModelPlayer(PlainWord(word), {}).model;
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
    if (IsUntrained(PlainWord(word), rules)) texts.insert(DescribePlayer(word, rules));
  }
  for (const std::string& text : texts) PrintWarning(text);
}

}  // namespace raichi
