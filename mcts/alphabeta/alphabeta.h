#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "mcts/alphabeta/move_order.h"
#include "rules/board/types.h"
#include "rules/game.h"

namespace raichi {

/// A fixed-size table of results of an alpha-beta search. If two positions share a place, the
/// deeper or newer entry is kept. Scores of wins count plies from the entry's position.
class TranspositionTable {
 public:
  enum class Bound : uint8_t { kNone, kExact, kAtLeast, kAtMost };
  struct Entry {
    uint64_t key = 0;
    int16_t score = 0;
    Move move;
    int8_t depth = 0;
    Bound bound = Bound::kNone;
    uint8_t age = 0;
  };
  static_assert(sizeof(Entry) == 16);

  explicit TranspositionTable(int bits) : entries_(size_t{1} << bits) {}

  void Clear() { entries_.assign(entries_.size(), Entry()); }
  void NextAge() { ++age_; }
  /// Returns the entry of a position, or null if there is none.
  const Entry* Find(uint64_t key) const {
    const Entry& entry = entries_[key & (entries_.size() - 1)];
    return entry.key == key && entry.bound != Bound::kNone ? &entry : nullptr;
  }
  void Store(Entry entry) {
    Entry& old = entries_[entry.key & (entries_.size() - 1)];
    entry.age = age_;
    if (old.bound == Bound::kNone || old.age != age_ || old.key == entry.key ||
        entry.depth >= old.depth) {
      old = entry;
    }
  }

 private:
  std::vector<Entry> entries_;
  uint8_t age_ = 0;
};

struct AlphaBetaConfig {
  int depth = 4;        // plies of the last iteration, before extensions and quiescence
  int table_bits = 16;  // log2 of the transposition table's entries (16 bytes each)
  int noise = 3;        // largest change to an evaluation, determined by seed and position
};

/// A classical engine that serves as the yardstick for learned players. Uses iterative deepening,
/// principal variation search (negamax), a transposition table, killers and history, late move
/// reductions, an extension while the king has an open road, and quiescence over captures and the
/// king's roads. Detects repetitions along the line. Deterministic for a given seed, which fixes
/// the noise that makes games differ.
class AlphaBeta {
 public:
  static constexpr int kWin = 30000;  // score of a win, minus the plies until then

  explicit AlphaBeta(const AlphaBetaConfig& config);

  /// Clears everything learned in earlier games. `seed` fixes the noise.
  void NewGame(uint64_t seed);
  struct Choice {
    Move move;
    int score = 0;  // for the side to move, in hundredths of a defender
    uint64_t nodes = 0;
  };
  /// Returns the best move of an ongoing game. Polls `stop` about every thousand nodes; once it
  /// returns true, returns the result of the deepest completed iteration. The first iteration is
  /// always completed.
  Choice Think(const Game& game, const std::function<bool()>& stop = {});

 private:
  using Table = TranspositionTable;
  struct Window {
    int alpha, beta;
  };

  void CountNode();
  Choice SearchRoot(int depth, Move first);
  int Search(int depth, Window window, int ply);
  int SearchMoves(int depth, Window window, int ply, Move first, bool is_forced);
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
  Game* game_ = nullptr;                         // Think's working copy of the game
  const std::function<bool()>* stop_ = nullptr;  // null during the first iteration
  uint64_t nodes_ = 0;
  Table table_;
  MoveOrder order_;
  std::vector<MoveList> moves_;           // by ply
  std::vector<std::vector<int>> scores_;  // by ply
};

}  // namespace raichi
