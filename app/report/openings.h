#pragma once

#include <vector>

#include "app/report/games.h"
#include "console/output.h"
#include "rules/game.h"
#include "rules/symmetry.h"

namespace raichi {

/// How games of one rule set begin: a tree of their first moves. Games that are images of each
/// other under a symmetry of the board that keeps the setup and the rules are one line, the one
/// whose moves have the lowest codes, the first move first. Transpositions stay apart.
class OpeningTree {
 public:
  OpeningTree(RulesPtr rules, size_t plies);

  /// Adds a game from the setup, by its first plies.
  void Add(const GameRecord& record);
  int games() const { return root_.games; }
  /// Symmetries that are merged, the identity included.
  size_t symmetries() const { return symmetries_.size(); }

  /// {rules, games, symmetries, position, moves: [{move, games, attackers, defenders, position,
  /// moves: […]}]}, the most frequent first: `attackers` and `defenders` are games won by each,
  /// `position` the squares after the move. Without moves of fewer than `least_games`, and at most
  /// ten in a position.
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

/// The trees of all rule sets of `games`, the most frequent first, as in OpeningTree::ToJson. Games
/// that begin elsewhere than from the setup, or with a move that was not searched (a random
/// opening), are left out.
Json OpeningsOf(const std::vector<CheckedGame>& games);

}  // namespace raichi
