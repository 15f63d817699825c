#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// A game from a board drawn as text, for testing a sentence of a law. The top rank comes first,
/// with one character for each square and `.` for an empty one. Blanks and empty lines are ignored.
///
///     Scene scene("linnaeus", Side::kAttackers, R"(
///       ...t.....
///       ... )");
///     EXPECT_EQ(scene.Play("d9-d5"), "e5");   // captures e5
class Scene {
 public:
  Scene(const std::string& variant, Side to_move, std::string_view drawing);
  Scene(const RulesPtr& rules, Side to_move, std::string_view drawing);

  /// Plays a legal move and returns the squares of the captured pieces, including the king's,
  /// sorted by name and separated by blanks; empty if there are none.
  std::string Play(std::string_view move);
  /// Returns true if a move, written as in `e3-c3`, is legal.
  bool Allows(std::string_view move) const;
  std::string Outcome() const;  // "ongoing", or as in "attackers: king captured"
  int Roads() const;            // law 6: 1 raichi, 2 tuichu
  std::vector<std::string> Moves() const;
  Game& game() { return game_; }

 private:
  Game game_;
};

/// Returns the names of the rule sets that tests go through, sorted: those of tests/vectors and
/// copenhagen. The other shipped ones are these with another board or few other keys, and are held
/// by shipped_rules_test and family_test.
std::vector<std::string> VariantNames();
/// Returns a variant's rules. Loads them on first use only.
RulesPtr Variant(const std::string& name);
/// Converts a drawing to the ranks of position text (like FEN).
std::string SquaresOf(std::string_view drawing);

}  // namespace raichi
