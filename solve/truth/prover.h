#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mcts/alphabeta/move_order.h"
#include "rules/movegen.h"
#include "rules/rules.h"

namespace raichi {

/// Proves wins within a number of plies by trying every move (an AND/OR search with a transposition
/// table). Distances are those of the solver (table.h): a win takes an odd number of plies, a loss
/// an even one.
///
/// Only ends that the position alone decides count; a draw, and all that a history could end, count
/// against the winner. The winner comes nearer to the end with each ply, so no position occurs
/// twice on the way. A proven win therefore holds under every rule on repetition. It also holds
/// under a limit of plies that is not below its length, if the game begins at the position.
///
/// The table compares 64-bit hashes, and two positions may have the same one. In a billion nodes
/// this happens with a probability of about 1e-4.
class Prover {
 public:
  static constexpr int kMostPlies = 31;

  /// The table has 2^table_bits entries of 16 bytes. It keeps what was proven for later questions.
  explicit Prover(RulesPtr rules, int table_bits = 20);

  /// Whether the side to move of an ongoing position can force a win within `plies`, odd. Returns
  /// nothing if the answer takes more than `most_nodes` positions.
  std::optional<bool> WinsWithin(const Position& position, int plies, uint64_t most_nodes);
  /// Whether it loses within `plies`, even, whatever it plays.
  std::optional<bool> LosesWithin(const Position& position, int plies, uint64_t most_nodes);

  /// Positions looked at so far, by all questions.
  uint64_t nodes() const { return nodes_; }
  const RulesPtr& rules() const { return rules_; }

 private:
  /// What is known of a position: its side to move forces its end (a win or a loss, by the parity
  /// of the plies asked for) within `proven` plies, and does not within `refuted`. 0: nothing.
  struct Entry {
    uint64_t key = 0;
    Move move;  // that wins, or that refutes a loss
    int8_t win = 0, no_win = 0, loss = 0, no_loss = 0;
  };

  bool Wins(const Position& position, int plies);
  bool WinsAtOnce(const Position& position, const MoveList& moves) const;
  bool Loses(const Position& position, int plies);
  bool LosesInTwo(const Position& position);
  Entry& EntryOf(const Position& position);
  void CountNode();
  /// Scores the moves of a node for PickNext; `plies` are those left.
  std::vector<int>& Order(const Position& position, const MoveList& moves, Move first, int plies);

  RulesPtr rules_;
  std::vector<Entry> table_;
  MoveOrder order_;
  std::vector<std::vector<int>> scores_;  // by plies left
  Move last_reply_;                       // that refuted a loss in 2
  uint64_t nodes_ = 0, last_node_ = 0;
};

/// Whether a move could win at once in another way than those that WinInOne finds: by encirclement,
/// an exit fort, the capture of the last attackers or of all that can move, or a blockade. False
/// only if that is impossible.
bool MayWinOtherwise(const Rules& rules, const Position& position);

}  // namespace raichi
