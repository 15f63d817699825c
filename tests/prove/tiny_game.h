#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "rules/rules.h"
#include "tests/prove/tiny_certificate.h"
#include "tests/support/slow_engine.h"

namespace raichi {

/// A certificate, and the position of each of its moves as its number in the game.
struct TinyProof {
  TinyCertificate certificate;
  std::vector<int> nodes;
};

/// A game so small that it can be solved by plain exhaustive search. The slow engine plays it, and
/// the search knows no symmetries. For certificates, the order of moves and the symmetries are
/// those of rules/, so that a checker with others refuses them.
class TinyGame {
 public:
  static constexpr int kNever = 1 << 20;
  /// Numbers of nodes that are no positions.
  enum End { kAttackersWin = -1, kDefendersWin = -2, kDraw = -3 };

  /// Solves all positions that can be reached from the setup.
  explicit TinyGame(const std::string& yaml);

  const Rules& rules() const { return rules_; }
  /// The positions that have not ended, in the order in which they were found.
  int NumNodes() const { return static_cast<int>(nodes_.size()); }
  const slow::Board& BoardOf(int node) const { return At(node).board; }
  std::string TextOf(int node) const { return engine_.FullText(At(node).board); }
  /// The nodes or ends to which the moves lead, in the order of certificates.
  const std::vector<int>& To(int node) const { return At(node).to; }
  /// In how many plies `owner` (0 attackers, 1 defenders) can force a win; kNever if it cannot.
  int PliesToWin(int node, int owner) const;

  /// Returns the first position where this side is to move and the owner can force a win in so many
  /// plies. Throws if there is none.
  int Find(char to_move, int owner, int plies) const;
  /// Returns the first position where this side is to move and nobody can force a win.
  int FindUndecided(char to_move) const;
  /// Returns the most plies that a win of the owner takes from a position with this side to move.
  int LongestWin(char to_move, int owner) const;
  /// Returns a text that positions share if a symmetry of the rules maps one to the other.
  std::string KeyOf(int node) const;

  /// Proves a win as quickly as it can be forced, or a hold (claim 2). The claim must be true.
  TinyProof Prove(int start, int claim, int owner) const;

 private:
  struct Node {
    slow::Board board;
    std::vector<int> to;
    int plies[2] = {kNever, kNever};
  };
  struct Visits {
    TinyProof* proof;
    std::set<std::string> keys;
  };

  const Node& At(int node) const { return nodes_.at(static_cast<size_t>(node)); }
  void Explore();
  void Solve(int owner);
  int PliesThroughMoves(const Node& node, int owner) const;
  void Visit(int node, Visits* visits) const;
  void VisitReplies(int node, Visits* visits) const;

  Rules rules_;
  slow::SlowEngine engine_;
  std::string yaml_;
  std::vector<Node> nodes_;
};

/// Two attackers against a king, on a board of 5x5 with hostile corners as goals. The attackers win
/// from the setup in 15 plies.
const TinyGame& KingAlone();
/// The same with a royal attacker and camps that close, which only the mirror of files maps to
/// themselves. Attackers may move within their camps.
const TinyGame& KingAmongCamps();
/// The same with fewer symmetries, by camps that attackers may enter.
const TinyGame& KingBetweenCamps();
/// A king who cannot move may hold a draw here, on the rim before a square that nobody may enter.
const TinyGame& KingAtTheWall();

/// Returns a proof of the longest win of the attackers in KingAlone that begins with their move.
TinyProof LongWin();
/// Returns a proof that the owner does not lose the first position which nobody can win.
TinyProof UndecidedHold(const TinyGame& game, char to_move, int owner);

}  // namespace raichi
