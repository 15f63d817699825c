#pragma once

#include <cstdint>
#include <vector>

#include "prove/proof_table.h"
#include "prove/symmetric_hash.h"
#include "rules/movegen.h"
#include "rules/rules.h"

namespace raichi {

/// A move of a node, and what is known of the position after it.
struct Child {
  uint64_t key = 0;
  uint32_t proof = 1, disproof = 1;
  Move move;
  uint16_t weight = kUnit;  // by which the proof number counts when the winner chooses

  static constexpr uint16_t kUnit = 16;
};

/// What a position's moves decide before any search.
struct Expansion {
  bool is_decided = false;  // a move wins for the side to move, or none avoids a loss
  bool wins = false;        // then: whether the winner wins
  int plies = 0;            // until then, or until the latest end of the moves that were left out
};

/// Lists the moves of a position for a proof that `winner` wins. Moves after which the game is over
/// or a side wins at once are decided here and left out, as are symmetric ones.
///
/// Most moves capture nothing and are far from the king. They are not played: what they change
/// follows from a few masks of the position before them. A test compares this with playing.
class Expander {
 public:
  Expander(const Rules& rules, Side winner, bool plays_all_moves = false);

  const SymmetricHash& hash() const { return hash_; }
  /// Appends the undecided moves of an ongoing position to `children`, with the numbers of a leaf.
  /// Prefetches their entries of `table`.
  Expansion Expand(const Position& position, const SymmetricHash::Lanes& lanes,
                   const ProofTable& table, std::vector<Child>* children) const;

 private:
  struct Node;
  enum class Fate : uint8_t { kGoesOn, kWon, kWonNext, kLost };

  void Look(const Position& position, size_t moves, Node* node) const;
  void LookFar(Node* node) const;
  bool IsPlain(const Node& node, Move move) const;
  bool IsFar(const Node& node, Move move) const;
  Fate LookAt(Node* node, const SymmetricHash::Lanes& lanes, Move move, Child* child) const;
  Fate Judge(const Node& node, const Position& after, bool may_end, bool is_near) const;
  const Position& PlayIn(Node* node, Move move, Step* step, bool* is_plain) const;
  bool CapturesKing(const Position& position, SquareSet* rays = nullptr) const;
  bool AttackersReach(const Position& position, Square target) const;
  int KingMoves(const Position& position) const;
  void SetLeaf(const Node& node, const Position& after, bool is_near, int captured,
               Child* child) const;

  const Rules& rules_;
  Side winner_;
  bool plays_all_moves_;
  SymmetricHash hash_;
};

}  // namespace raichi
