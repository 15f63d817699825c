#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mcts/players/player.h"
#include "selfplay/match/match.h"

namespace raichi {

/// One game of a match: two players, each with a search of its own, taking turns.
class MatchGame {
 public:
  MatchGame(std::unique_ptr<Player> attackers, std::unique_ptr<Player> defenders);

  /// Begins a game at `game`, which it plays on from.
  void Begin(Game game, int max_plies, uint64_t seed);
  /// The next leaves, for the evaluator of the side to move; plays moves on the way. None once the
  /// game is over, and after a move that was decided without a leaf, so that a caller can stop
  /// between the moves of slow players.
  std::span<const LeafRequest> SelectLeaves();
  bool IsOver() const { return game_->IsOver() || game_->ply() >= max_plies_; }
  void Backup(std::span<const Evaluation> evaluations) { player().Backup(evaluations); }
  Side to_move() const { return game_->to_move(); }

  Result result() const { return game_->IsOver() ? game_->result() : Result::kDraw; }
  Reason reason() const { return game_->IsOver() ? game_->reason() : Reason::kPlyLimit; }
  int ply() const { return game_->ply(); }
  /// The moves, with the players' values of the positions they decided on.
  std::vector<TurnRecord> Turns() const;

 private:
  Player& player() { return *players_[static_cast<size_t>(to_move())]; }

  std::array<std::unique_ptr<Player>, 2> players_;  // by side
  std::optional<Game> game_;
  std::vector<float> values_;  // by ply
  int max_plies_ = 0;
  bool thinking_ = false;
  bool asked_ = false;  // for a leaf, this turn
};

/// Plays the pairs of a match in lock-step on one thread, like Worker: one batch a step for each
/// evaluator that the two kinds of player have. A pair depends on (config, its index, the kinds)
/// alone, if their evaluators answer a position alike whatever else is in the batch.
class MatchWorker {
 public:
  using NextPair = std::function<std::optional<uint64_t>()>;  // none: no more will come
  using PairOver = std::function<void(PairResult)>;

  /// `config` and the kinds must outlive the worker.
  MatchWorker(const MatchConfig* config, const PlayerKind& a, const PlayerKind& b);

  /// Every game to its next leaf, one batch per evaluator, every answer back. False once there is
  /// nothing left to play.
  bool Step(const NextPair& next_pair, const PairOver& pair_over);

 private:
  struct Pair {
    std::array<MatchGame, 2> games;  // the first has `a` as attackers
    uint64_t index = 0;
    bool busy = false;
  };
  /// The leaves for one evaluator.
  struct Batch {
    Evaluator* evaluator = nullptr;
    struct Owner {
      MatchGame* game;
      size_t leaves;  // how many of the batch, after those of the owners before
    };
    std::vector<LeafRequest> leaves;
    std::vector<Owner> owners;
    std::vector<Evaluation> evaluations;
    void Clear();
    void Run();
  };

  void Advance(Pair* pair, const NextPair& next_pair, const PairOver& pair_over);
  void SelectLeaves(Pair* pair);
  void Begin(uint64_t index, Pair* pair);
  PairResult ResultOf(const Pair& pair) const;
  GameRecord RecordOf(const Pair& pair, size_t game) const;

  const MatchConfig* config_;
  std::array<std::string, 2> names_;
  std::vector<Pair> pairs_;
  std::array<Batch, 2> batches_;      // the second unused where both kinds share an evaluator
  std::array<size_t, 2> batch_of_{};  // by kind
  bool more_pairs_ = true;
};

}  // namespace raichi
