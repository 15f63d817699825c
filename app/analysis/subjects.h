#pragma once

#include <string>
#include <vector>

#include "console/rule_json.h"
#include "rules/game.h"
#include "selfplay/records/record.h"

namespace raichi {

/// A game of which the last position, or every position, is to be analysed.
struct Subject {
  GameRecord record;  // id, players, start, moves and result
  RulesPtr rules;
  bool whole = false;    // analyse every position
  bool is_over = false;  // by the rules, at the last position
  // Of a game by the clock (app/play/clocks.h); empty: of another one.
  std::string clock;
  std::vector<uint64_t> clock_left;  // milliseconds, by side

  int plies() const { return static_cast<int>(record.turns.size()); }
  /// The positions to analyse are those after `first_ply()` to `end_ply()` - 1 plies.
  int first_ply() const { return whole ? 0 : plies(); }
  int end_ply() const { return plies() + (is_over ? 0 : 1); }
  /// The game after `ply` plies, with its history.
  Game At(int ply) const;
};

/// The sources of subjects.
struct SubjectArguments {
  std::vector<std::string> files;  // if empty, the position and moves below
  PositionArguments at;
  bool rules_given = false;  // if false, lines of JSON may name their own rules
  std::string moves;         // played from that position
  bool whole = false;        // analyse every position
};

/// Reads subjects from shards (`*.games`, folders of them, or runs), OpenTafl game records
/// (`*.otg`) and lines of JSON as in `raichi replay --input` (`-` is standard input). A line with
/// `"moves"` is a whole game, a line with only a `"position"` is that position. An OpenTafl record
/// without moves is a position. Throws Error with the file and place if something cannot be read,
/// is not legal or has no position to analyse.
std::vector<Subject> ReadSubjects(const SubjectArguments& arguments);

}  // namespace raichi
