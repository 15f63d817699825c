#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/report/games.h"
#include "base/files/files.h"
#include "console/output.h"
#include "rules/game.h"
#include "rules/symmetry.h"
#include "selfplay/records/record.h"

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

/// How the games of a run ended under each rule set, while its models became stronger. Reads a
/// shard again only if its file is another one.
class OutcomeReader {
 public:
  /// Reads at most about `most_games` games of the folder `games/`, in shards that are spread
  /// evenly over the run. A shard that cannot be read is left out.
  explicit OutcomeReader(std::filesystem::path games, int64_t most_games = 6000);

  /// {NAME: {games, attackers, defenders, draws, plies}}: columns beside those of ProgressColumns
  /// (metrics.h), of which the first begins with the iteration `first`, and which end with the
  /// iterations `last`. Games of other iterations, such as those of a run of which this is a fork,
  /// are left out. Without games of the rule set a row
  /// has null in all columns but `games`; `plies` is a mean, the next three are shares of the
  /// games. Rule sets that are not in `names` share the name `other rules`.
  Json Columns(const std::vector<std::string>& names, int first, const std::vector<int>& last);

 private:
  struct Outcomes {
    std::array<int64_t, 4> results{};  // by Result
    int64_t games = 0, plies = 0;
  };
  struct Shard {
    FileStamp stamp;
    int model = 0;                          // the newest when its games were played
    std::map<std::string, Outcomes> rules;  // by name; empty if it was unreadable
  };
  void Read(int first);
  Shard ReadShardAt(const std::filesystem::path& path);

  std::filesystem::path games_;
  int64_t most_games_;
  RulesOfRecords rules_;
  std::map<std::string, Shard> shards_;  // those of the last call, by file name
};

}  // namespace raichi
