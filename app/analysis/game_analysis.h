#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/analysis.h"
#include "app/analysis/subjects.h"

namespace raichi {

/// A move of a game, judged by the analyses of the positions before and after it.
struct Judgement {
  int ply = 0;  // number of moves before it
  Side mover = Side::kAttackers;
  Move move;
  std::string text;  // with its captures
  float value = 0;   // of the position before the move, for the mover
  // The value that the move lost: 0 for the move of the best line, else the value before the move
  // less that of the next analysis (or of the end of the game), at least 0.
  float loss = 0;
  Move best;  // the first move of the best line
};

/// A move that loses at least so many points (expected score in percent) is marked.
inline constexpr double kMistake = 10, kBlunder = 20;
/// `??` for a blunder, `?` for a mistake, else empty.
std::string_view MarkOf(const Judgement& judgement);

/// Judges every move of a whole game. `analyses` are those of its positions.
std::vector<Judgement> JudgeMoves(const Subject& subject, std::span<const Analysis> analyses);

/// The attackers' expected score in percent in each position of a whole game, including the last,
/// where the game may be over: one more than there are moves.
std::vector<double> AttackersPoints(const Subject& subject, std::span<const Analysis> analyses);

/// A title such as `game 17: greedy - random, attackers: king captured, 34 plies, linnaeus`.
std::string TitleOf(const Subject& subject);

/// A table of the game. Each row has a move, the attackers' points before it, the points that it
/// lost, and a better move. Below are each side's mean loss and number of mistakes and blunders.
std::string DescribeGame(const Subject& subject, std::span<const Analysis> analyses);

}  // namespace raichi
