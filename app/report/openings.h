#pragma once

#include <vector>

#include "app/report/games.h"
#include "console/output.h"
#include "rules/game.h"
#include "rules/symmetry.h"

namespace raichi {

/// A tree of the first moves of games under one rule set. Games that are mirror images or rotations
/// of each other count as one line if the symmetry keeps the setup and the rules. That line is the
/// image whose moves have the lowest codes, compared from the first move on. Transpositions are not
/// merged.
class OpeningTree {
 public:
  OpeningTree(RulesPtr rules, size_t plies);

  /// Adds the first plies of a game that began from the setup.
  void Add(const GameRecord& record);
  int games() const { return root_.games; }
  /// The number of symmetries that are merged, including the identity.
  size_t symmetries() const { return symmetries_.size(); }

  /// {rules, games, symmetries, position, moves: [{move, games, attackers, defenders, position,
  /// moves: […]}]}. `moves` is sorted by games, most frequent first, and contains at most ten moves
  /// of at least `least_games` games. `attackers` and `defenders` are the games won by each side,
  /// `position` has the squares after the move.
  Json ToJson(int least_games) const;

 private:
  struct Node {
    Move move;
    int games = 0, attackers = 0, defenders = 0;
    std::vector<Node> children;
    Node& Child(Move child);
    void Count(Result result);
  };
  static Json ChildrenToJson(const Node& node, int least_games, Game* game);

  RulesPtr rules_;
  size_t plies_;
  std::vector<Symmetry> symmetries_;
  Node root_;
};

/// The trees of all rule sets of `games` (OpeningTree::ToJson), the one with the most games first.
/// Leaves out games that do not begin from the setup, and games whose first move was not searched
/// (random openings).
Json OpeningsOf(const std::vector<CheckedGame>& games);

}  // namespace raichi
