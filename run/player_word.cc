#include "run/player_word.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/parse_number.h"
#include "mcts/search/search_config.h"
#include "run/find_model.h"

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

}  // namespace raichi
