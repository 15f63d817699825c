#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// A board drawn as text, to act out a sentence of a law on: ranks from the top one, a character a
/// square, `.` for an empty one, blanks and empty lines ignored.
///
///     Scene scene("linnaeus", Side::kAttackers, R"(
///       ...t.....
///       ... )");
///     EXPECT_EQ(scene.Play("d9-d5"), "e5");   // captures e5
class Scene {
 public:
  Scene(const std::string& variant, Side to_move, std::string_view drawing);
  Scene(const RulesPtr& rules, Side to_move, std::string_view drawing);

  /// Plays a move, which must be legal, and returns the squares that it emptied by capture, the
  /// king's included, sorted by name with a blank between; empty if none.
  std::string Play(std::string_view move);
  /// Whether a move is legal, written as the moves are printed: `e3-c3`.
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
