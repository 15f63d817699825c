#include "mcts/players/players.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/players/player.h"
#include "mcts/players/search_player.h"
#include "mcts/search/tactics.h"

namespace raichi {

float AlphaBetaPlayer::Value() const { return std::tanh(static_cast<float>(choice_.score) / 400); }

namespace {

// Each criterion outweighs all later ones together.
constexpr int kWin = 1'000'000, kSafe = 10'000, kDraw = 5'000, kCapture = 10;

/// Returns how good a position is for `side`, which has just moved, as far as one ply tells: it
/// won, the opponent cannot win at once, it drew, or none of these.
int SafetyOf(const Game& game, Side side) {
  if (game.IsOver()) {
    return game.result() == WinFor(side) ? kWin : game.result() == Result::kDraw ? kDraw : 0;
  }
  MoveList replies;
  game.LegalMoves(&replies);
  const std::span<const Move> moves(replies.data(), replies.size());
  return WinInOne(game.rules(), game.position(), moves).IsNone() ? kSafe : 0;
}

/// Returns how much the greedy player likes a move.
int GreedyAppeal(Game* game, Move move) {
  const Side side = game->to_move();
  const Step step = game->Play(move);
  int appeal = SafetyOf(*game, side) + step.num_captured * kCapture;
  if (side == Side::kDefenders && !game->IsOver()) {
    appeal += KingRoads(game->rules(), game->position());
  }
  game->TakeBack();
  return appeal;
}

/// Returns how much the shuffling player likes a move.
int ShufflingAppeal(Game* game, Move move) {
  constexpr int kQuiet = 1'000, kTakesBack = 100;
  const Side side = game->to_move();
  const std::span<const Move> before = game->moves();
  const Move last = before.size() < 2 ? Move() : before[before.size() - 2];
  const bool takes_back = !last.IsNone() && move.from() == last.to() && move.to() == last.from();
  const bool is_king = game->position().king() == move.from();
  const int squares =
      std::abs(move.to().x() - move.from().x()) + std::abs(move.to().y() - move.from().y());
  const Step step = game->Play(move);
  const int appeal = SafetyOf(*game, side) + (step.num_captured == 0 && !is_king ? kQuiet : 0) +
                     (takes_back ? kTakesBack : 0) - squares;
  game->TakeBack();
  return appeal;
}

/// Returns one of the moves with the greatest appeal; all of them are equally likely.
Move ChooseBest(const Game& game, int (*appeal_of)(Game*, Move), Rng* rng) {
  MoveList moves;
  game.LegalMoves(&moves);
  RAICHI_CHECK(!moves.empty());
  Game trial = game;
  Move choice;
  int best = std::numeric_limits<int>::min();
  uint32_t equals = 0;
  for (const Move move : moves) {
    const int appeal = appeal_of(&trial, move);
    if (appeal > best) equals = 0;
    if (appeal < best) continue;
    best = appeal;
    // The k-th of k equal moves replaces the current choice with probability 1/k.
    if (rng->Below(++equals) == 0) choice = move;
  }
  return choice;
}

}  // namespace

Move ChooseRandomMove(const Game& game, Rng* rng) {
  MoveList moves;
  game.LegalMoves(&moves);
  RAICHI_CHECK(!moves.empty());
  return moves[rng->Below(static_cast<uint32_t>(moves.size()))];
}

Move ChooseGreedyMove(const Game& game, Rng* rng) { return ChooseBest(game, GreedyAppeal, rng); }

Move ChooseShufflingMove(const Game& game, Rng* rng) {
  return ChooseBest(game, ShufflingAppeal, rng);
}

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
