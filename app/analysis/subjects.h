#pragma once

#include <string>
#include <vector>

#include "console/start_position.h"
#include "rules/game.h"
#include "selfplay/records/record.h"

namespace raichi {

/// What is to be analysed: the last position of a game, or each of its positions.
struct Subject {
  GameRecord record;  // the game: its id, players, start, moves and result
  RulesPtr rules;
  bool whole = false;    // each position
  bool is_over = false;  // the game, at its last position, by the rules

  int plies() const { return static_cast<int>(record.turns.size()); }
  /// The positions to analyse are those after `first_ply()` to `end_ply()` - 1 moves.
  int first_ply() const { return whole ? 0 : plies(); }
  int end_ply() const { return plies() + (is_over ? 0 : 1); }
  /// The game after so many moves, with its history.
  Game At(int ply) const;
};

/// Where subjects come from.
struct SubjectArguments {
  std::vector<std::string> files;  // empty: the position and moves below
  PositionArguments at;
  bool rules_given = false;  // else lines of JSON may name theirs
  std::string moves;         // played from the position
  bool whole = false;        // each position on the way
};

/// Reads shards (`*.games`, or folders of them), OpenTafl's game records (`*.otg`, of which one
/// without moves is a position) and lines of JSON as `raichi replay --input` does
/// (`-`: standard input), where a line with `"moves"` is a whole game and one with a `"position"`
/// alone that position. Throws Error, naming file and place, on whatever cannot be read, is not
/// legal or leaves nothing to analyse.
std::vector<Subject> ReadSubjects(const SubjectArguments& arguments);

}  // namespace raichi
