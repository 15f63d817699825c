#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// A board drawn as text, for acting out a sentence of a law. Ranks go from top to bottom, one
/// character for each square, `.` for an empty one; blanks and empty lines are ignored.
///
///     Scene scene("linnaeus", Side::kAttackers, R"(
///       ...t.....
///       ... )");
///     EXPECT_EQ(scene.Play("d9-d5"), "e5");   // captures e5
class Scene {
 public:
  Scene(const std::string& variant, Side to_move, std::string_view drawing);
  Scene(const RulesPtr& rules, Side to_move, std::string_view drawing);

  /// Plays a legal move and returns the squares that it emptied by capture, including the king's,
  /// sorted by name and separated by blanks; empty if none.
  std::string Play(std::string_view move);
  /// Whether a move, written as in `e3-c3`, is legal.
  bool Allows(std::string_view move) const;
  std::string Outcome() const;  // "ongoing", or as in "attackers: king captured"
  int Roads() const;            // law 6: 1 raichi, 2 tuichu
  std::vector<std::string> Moves() const;
  Game& game() { return game_; }

 private:
  Game game_;
};

/// Names of all shipped rule sets, sorted.
std::vector<std::string> VariantNames();
/// A variant's rules, loaded once.
RulesPtr Variant(const std::string& name);
/// The FEN-like ranks of a drawing.
std::string SquaresOf(std::string_view drawing);

}  // namespace raichi
