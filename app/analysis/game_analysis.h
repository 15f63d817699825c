#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/analysis.h"
#include "app/analysis/subjects.h"

namespace raichi {

/// A move that was played, as its analysis sees it.
struct Judgement {
  int ply = 0;  // moves before it
  Side mover = Side::kAttackers;
  Move move;
  std::string text;  // with its captures
  float value = 0;   // before the move, for the mover
  float loss = 0;  // of value, by the move: 0 for the best line's move, else what the next analysis
                   // (or the end of the game) says less than this one, at least 0
  Move best;       // the best line's move, the one played perhaps
};

/// Losses of points (expected score in percent) from which moves are marked.
inline constexpr double kMistake = 10, kBlunder = 20;
/// `??` for a blunder, `?` for a mistake, else nothing.
std::string_view MarkOf(const Judgement& judgement);

/// Every move of a whole subject. `analyses` are those of its positions.
std::vector<Judgement> JudgeMoves(const Subject& subject, std::span<const Analysis> analyses);

/// The attackers' expected score in percent in each position of a whole subject, the last one,
/// where the game may be over, included: one more than there were moves.
std::vector<double> AttackersPoints(const Subject& subject, std::span<const Analysis> analyses);

/// `game 17: greedy - random, attackers: king captured, 34 plies, linnaeus`.
std::string TitleOf(const Subject& subject);

/// A table of the game: for each move the attackers' points before it, the points that it lost and
/// what was better; then the mean loss of each side, and how many mistakes and blunders it made.
std::string DescribeGame(const Subject& subject, std::span<const Analysis> analyses);

}  // namespace raichi
