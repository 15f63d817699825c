#include "mcts/players/parse_player.h"

#include <string_view>

#include "base/error.h"
#include "base/parse_number.h"
#include "mcts/evaluators/playout_evaluator.h"
#include "mcts/players/alphabeta_player.h"
#include "mcts/players/instant_player.h"
#include "mcts/players/player_kind.h"
#include "mcts/players/search_player.h"

namespace raichi {
namespace {

int ParseStrength(const std::string& word, std::string_view text, int max) {
  if (const auto number = ParseNumber(text, 1, max)) return *number;
  throw UsageError("player '" + word + "': expected a number from 1 to " + std::to_string(max) +
                   " after the colon");
}

std::unique_ptr<PlayerKind> NewInstant(const std::string& word, InstantPlayer::Choice choose) {
  return std::make_unique<SimplePlayerKind>(
      word, [choose] { return std::make_unique<InstantPlayer>(choose); });
}

std::unique_ptr<PlayerKind> NewPlayouts(const std::string& word, int visits) {
  SearchPlayerConfig config;
  config.budget.visits = visits;
  return std::make_unique<SearchPlayerKind>(word, config,
                                            std::make_shared<PlayoutEvaluator>(PlayoutConfig()));
}

std::unique_ptr<PlayerKind> NewAlphaBeta(const std::string& word, int depth) {
  AlphaBetaConfig config;
  config.depth = depth;
  return std::make_unique<SimplePlayerKind>(
      word, [config] { return std::make_unique<AlphaBetaPlayer>(config); });
}

}  // namespace

std::unique_ptr<PlayerKind> ParsePlayer(const std::string& word) {
  if (word == "random") return NewInstant(word, ChooseRandomMove);
  if (word == "greedy") return NewInstant(word, ChooseGreedyMove);
  if (word == "shuffle") return NewInstant(word, ChooseShufflingMove);
  const size_t colon = word.find(':');
  const std::string_view kind = std::string_view(word).substr(0, colon);
  if (kind == "random" || kind == "greedy" || kind == "shuffle") {
    throw UsageError("player '" + word + "': " + std::string(kind) + " has no number");
  }
  if (kind != "playouts" && kind != "alphabeta") return nullptr;
  const std::string_view number =
      colon == std::string::npos ? std::string_view() : std::string_view(word).substr(colon + 1);
  if (kind == "playouts") return NewPlayouts(word, ParseStrength(word, number, 1'000'000));
  return NewAlphaBeta(word, ParseStrength(word, number, 32));
}

}  // namespace raichi
