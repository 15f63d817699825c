#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"
#include "tests/support/slow_game.h"

namespace raichi {

/// Plain rules on a board as large as `drawing` (see Scene), which becomes the setup: attackers
/// first, no special squares, an armed king who is captured between two pieces but never on the
/// rim, goal at the edge, free repetition.
RuleSet PlainRules(std::string_view drawing);

/// A game that both engines play side by side from the setup of `rules`, or from `position`, which
/// has the form of position text. A test fails where they differ: in legal moves, captures, the
/// text and hash of positions, or the end.
class TwinScene {
 public:
  explicit TwinScene(const RuleSet& rules, const std::string& position = "");

  /// Plays a legal move, as in `e3-c3`, and returns the squares of the captured men, sorted and
  /// separated by blanks.
  std::string Play(const std::string& move);
  bool Allows(const std::string& move) const;
  /// Returns the squares to which the piece on `from` may move, sorted and separated by blanks.
  std::string Targets(const std::string& from) const;
  std::string Outcome() const;  // "ongoing", or as in "attackers: king captured"
  std::string Text() const { return engine_.FullText(game_.board()); }
  int Roads() const { return engine_.KingRoads(game_.board()); }

 private:
  void ExpectSame() const;

  slow::SlowEngine engine_;
  slow::SlowGame game_;
  Game fast_;
};

}  // namespace raichi
