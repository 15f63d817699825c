#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.h"

namespace raichi {

/// The two halves of a truth set. Positions of one game are in the same half.
enum class TruthPart : uint8_t {
  kChoice,   // may be used to choose: models, settings, techniques
  kHeldOut,  // is never used for a choice, so that it can judge the chosen
};

/// A position whose value is proven: the side to move wins or loses by force. A game begins at it,
/// so it has no history.
struct TruthPosition {
  RulesPtr rules;
  Position position;
  TruthPart part = TruthPart::kChoice;
  bool is_won = false;    // for the side to move
  int plies = 0;          // to the end, if the winner hurries and the loser delays
  bool is_bound = false;  // the end may come in fewer plies
  /// `winning` are the moves that win within so many plies; no other does. kExact: no other move
  /// wins at any distance; kUndecided: open moves may win. Equal to `plies` in a lost position.
  int horizon = 0;
  // In the order of GenerateMoves; none in a lost position. All other moves lose.
  std::vector<Move> winning;
  std::vector<Move> open;  // neither winning within the horizon nor proven to lose

  static constexpr int kExact = 0, kUndecided = -1;
  static constexpr int kMostPlies = 1000;
  bool Wins(Move move) const { return std::ranges::find(winning, move) != winning.end(); }
  bool IsOpen(Move move) const { return std::ranges::find(open, move) != open.end(); }
  Side winner() const { return is_won ? position.to_move() : Opponent(position.to_move()); }
};

/// Reads a truth set (docs/truth.md, "The file"). `origin` is the file's name in errors. Throws
/// VersionError for another version or for rules that are no longer those of their name, and
/// DamagedError, which names the line, for anything else that is wrong.
std::vector<TruthPosition> ParseTruth(std::string_view text, const std::string& origin);
std::vector<TruthPosition> ReadTruth(const std::filesystem::path& file);
/// The text of a truth set, whose positions stay in their order within each rule set. All rules are
/// shipped ones or files below `configs/`.
std::string TruthText(const std::vector<TruthPosition>& positions);

/// The file that comes with the program. Throws Error if it is missing.
std::filesystem::path ShippedTruth();

}  // namespace raichi
