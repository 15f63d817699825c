#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "mcts/alphabeta/move_order.h"
#include "mcts/alphabeta/transposition_table.h"
#include "rules/game.h"

namespace raichi {

struct AlphaBetaConfig {
  int depth = 4;        // plies of the last iteration, before extensions and captures
  int table_bits = 16;  // log2 of the transposition table's entries (16 bytes each)
  int noise = 3;        // the evaluation is disturbed by up to this much, by seed and position
};

/// A classical engine: iterative deepening, principal variation search (negamax), a transposition
/// table, killers and history, late move reductions, an extension while the king has an open road,
/// and quiescence over captures and the king's roads. It sees repetitions along the line. The
/// yardstick against which learned players are measured; deterministic for a seed, whose noise
/// makes games differ.
class AlphaBeta {
 public:
  static constexpr int kWin = 30000;  // less the plies until then

  explicit AlphaBeta(const AlphaBetaConfig& config);

  /// Forgets all it knows; `seed` fixes the noise.
  void NewGame(uint64_t seed);
  struct Answer {
    Move move;
    int score = 0;  // for the side to move, in hundredths of a defender
    uint64_t nodes = 0;
  };
  /// The best move of an ongoing game. Once `stop` says so, which is asked every thousand nodes,
  /// that of the deepest iteration that came to its end: the first always does.
  Answer Think(const Game& game, const std::function<bool()>& stop = {});

 private:
  using Table = TranspositionTable;
  struct Window {
    int alpha, beta;
  };

  void CountNode();
  Answer SearchRoot(int depth, Move first);
  int Search(int depth, Window window, int ply);
  int SearchMoves(int depth, Window window, int ply, Move first);
  int SearchChild(int depth, Window window, int ply, size_t i, bool is_quiet, bool is_forced);
  int Quiesce(Window window, int ply, int quiet_ply);
  int QuiesceMoves(Window window, int ply, int quiet_ply, bool is_forced);
  bool IsWorthTrying(Move move, int quiet_ply) const;

  bool IsDecided(int ply, int* score);
  bool IsForced() const;
  int EndScore(int ply) const;
  int Evaluate() const;
  uint64_t Key() const;
  static int ToTable(int score, int ply);
  static int FromTable(int score, int ply);

  AlphaBetaConfig config_;
  uint64_t seed_ = 0;
  Game* game_ = nullptr;                         // the copy that Think walks
  const std::function<bool()>* stop_ = nullptr;  // of the iterations after the first
  uint64_t nodes_ = 0;
  Table table_;
  MoveOrder order_;
  std::vector<MoveList> moves_;           // by ply
  std::vector<std::vector<int>> scores_;  // by ply
};

}  // namespace raichi
