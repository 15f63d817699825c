#include "run/players/players.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "console/log.h"
#include "mcts/evaluators/cached_evaluator.h"
#include "mcts/players/players.h"
#include "mcts/players/search_player.h"
#include "mcts/search/search_config.h"
#include "nn/model/model.h"
#include "prove/proof_player.h"
#include "run/files/folder.h"
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

/// Sets the number of leaves in flight if it was not given.
ModelPlayer Complete(ModelPlayer player, int threads) {
  if (player.in_flight == 0) player.in_flight = player.seconds > 0 ? LoneInFlight(threads) : 1;
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

std::string WithoutProof(const std::string& word) {
  const auto proof = ParseProofWord(word);
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
  return Complete(player, settings.network.threads);
}

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

namespace {

namespace fs = std::filesystem;

constexpr const char* kPastModelKey = "selfplay.past_models.model: ";

FirstModel ReadFirstModel(const std::string& word, const fs::path& path) {
  const Model model = ReadModel(path);
  return {.model = {.word = word,
                    .path = AbsolutePath(path).lexically_normal().string(),
                    .weights = WeightsChecksum(model.info.network, model.weights),
                    .canvas = model.info.network.canvas},
          .network = model.info.network};
}

}  // namespace

std::optional<FirstModel> FindFirstModel(const std::string& word, const fs::path& run_folder) {
  if (word.empty()) return std::nullopt;
  if (!Exists(run_folder / "config.yaml")) return ReadFirstModel(word, FindModel(word));
  const std::optional<PinnedModel> origin = LoadPinnedModel(OriginFile(run_folder));
  if (origin && (origin->word == word ||
                 origin->weights == ReadFirstModel(word, FindModel(word)).model.weights)) {
    return std::nullopt;
  }
  throw Error(run_folder.string() + ": this run was begun from " +
              (origin ? origin->path : "random weights") + ", not from " + word +
              "; continue it without --from or choose another --dir");
}

PinnedModel FindPastModel(const RunConfig& config) {
  const std::string& word = config.selfplay.past_models.model;
  const std::optional<fs::path> path = LookForModel(word);
  if (!path) {
    throw Error(
        kPastModelKey +
        ("expected a model (runs/x/models/000120) or a run's folder, found '" + word + "'"));
  }
  const FirstModel found = ReadFirstModel(word, *path);
  const int canvas = found.network.canvas, largest = LargestBoard(config);
  if (canvas >= largest) return found.model;
  throw Error(kPastModelKey + ("expected a model for boards of " + std::to_string(largest)) +
              " squares a side, found " + found.model.path + " for at most " +
              std::to_string(canvas));
}

void PinPastModel(const RunConfig& config, const fs::path& run_folder) {
  if (config.selfplay.past_models.model.empty()) return;
  const fs::path file = PastModelFile(run_folder);
  if (!Exists(file)) SavePinnedModel(file, FindPastModel(config));
}

}  // namespace raichi
