#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mcts/leaf_batch.h"
#include "mcts/players/player.h"
#include "selfplay/match/match.h"

namespace raichi {

/// A game of a match between two players, each with its own search, who take turns.
class MatchGame {
 public:
  MatchGame(std::unique_ptr<Player> attackers, std::unique_ptr<Player> defenders);

  /// Begins a game that continues from `game`.
  void Begin(Game game, int max_plies, uint64_t seed);
  /// Returns the next leaves, for the evaluator of the side to move, playing moves on the way.
  /// Returns none once the game is over. Also returns none after a move that needed no leaf, so
  /// that a caller can stop between the moves of slow players.
  std::span<const LeafRequest> SelectLeaves();
  bool IsOver() const { return game_->IsOver() || game_->ply() >= max_plies_; }
  void Answer(std::span<const Evaluation> evaluations) { player().Answer(evaluations); }
  Side to_move() const { return game_->to_move(); }

  Result result() const { return game_->IsOver() ? game_->result() : Result::kDraw; }
  Reason reason() const { return game_->IsOver() ? game_->reason() : Reason::kPlyLimit; }
  int ply() const { return game_->ply(); }
  /// Returns the moves, each with the value that the player gave to the position before it.
  std::vector<TurnRecord> Turns() const;

 private:
  Player& player() { return *players_[static_cast<size_t>(to_move())]; }

  std::array<std::unique_ptr<Player>, 2> players_;  // By side.
  std::optional<Game> game_;
  std::vector<float> values_;  // By ply.
  int max_plies_ = 0;
  bool thinking_ = false;
  bool asked_ = false;  // The player has requested a leaf this turn.
};

/// Player of a match's pairs in lock-step on one thread, like Worker. Each step runs one batch for
/// each distinct evaluator of the two kinds of player. A pair depends only on (config, its index,
/// the kinds), provided that an evaluation does not depend on the rest of its batch.
class MatchWorker {
 public:
  /// Returns the index of the next pair to play, or nothing if no more will come.
  using NextPair = std::function<std::optional<uint64_t>()>;
  using PairOver = std::function<void(PairResult)>;

  /// Creates a worker. `config`, `a` and `b` must outlive it.
  MatchWorker(const MatchConfig* config, const PlayerKind& a, const PlayerKind& b);

  /// Advances every game to its next leaf, runs one batch per evaluator, and returns the answers to
  /// the games. Returns false once there is nothing left to play.
  bool Step(const NextPair& next_pair, const PairOver& pair_over);

 private:
  struct Pair {
    std::array<MatchGame, 2> games;
    uint64_t index = 0;
    bool busy = false;
  };

  void Advance(Pair* pair, const NextPair& next_pair, const PairOver& pair_over);
  void SelectLeaves(Pair* pair);
  void Begin(uint64_t index, Pair* pair);
  PairResult ResultOf(const Pair& pair) const;
  GameRecord RecordOf(const Pair& pair, size_t game) const;

  const MatchConfig* config_;
  std::array<std::string, 2> names_;
  std::vector<Pair> pairs_;
  // The second is unused if both kinds share an evaluator.
  std::array<LeafBatch<MatchGame>, 2> batches_;
  std::array<size_t, 2> batch_of_{};  // By kind.
  bool more_pairs_ = true;
};

}  // namespace raichi
