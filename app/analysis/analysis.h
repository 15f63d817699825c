#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/subjects.h"
#include "console/output.h"
#include "mcts/evaluator.h"
#include "mcts/search/lines.h"
#include "mcts/search/search.h"
#include "prove/proof_book.h"
#include "rules/game.h"
#include "run/players/proofs.h"

namespace raichi {

/// `proven: attackers win within 19 plies`, and if the owner is to move, `, by c1-c2`.
std::string DescribeProven(const Proven& proven);
/// `{"winner":"attackers","plies":19,"move":"c1-c2"}`, or of a side that does not lose,
/// `{"holds":"defenders","move":null}`. The move is null if the other side is to move. null if
/// nothing is proven.
Json ProvenToJson(const std::optional<Proven>& proven);

/// What is proven of a whole game, in lines: of its first position, how often the owner played as
/// the proof does, and DescribeDeparture. Empty if nothing is.
std::string DescribeProvenGame(const Subject& subject, const GameProofs& proofs);

/// `7. d2-d3 leaves the proof that attackers win within 13 plies; it plays c1-c2`.
std::string DescribeDeparture(const ProofBook& book, const Departure& departure);

struct HintRequest {
  int visits = 800;
  int in_flight = 1;  // leaves in one batch
  uint64_t seed = 1;
  std::function<void()> tick = {};  // called between the batches of the search
};

/// Searches an ongoing game and describes the result: the expected score of the side to move in
/// percent, and its best moves as in `DescribeLines` (app/analysis/text.h).
std::string GiveHint(const Game& game, const HintRequest& request, Evaluator* evaluator);
/// Parses a number of visits. Throws Error unless it is from 1 to ten million.
int ParseHintVisits(const std::string& text);

/// The result of a search of a position, from the perspective of the side to move.
struct Analysis {
  uint32_t visits = 0;   // sum over the moves
  float value = 0;       // mean, in [-1, 1]
  float draw = 0;        // mean draw probability
  float moves_left = 0;  // mean plies to the end, 0 if unknown
  Proof proof = Proof::kNone;
  int plies_to_end = 0;     // to the end under best play, if proven
  std::vector<Line> lines;  // the best lines, best first
};

/// The analysis of a search, with at most `lines` lines.
Analysis AnalysisOf(const Search& search, int lines);

/// Probabilities for the side to move. They sum to 1.
struct Chances {
  double win = 0, draw = 0, loss = 0;
};
/// Computes the chances from a mean value in [-1, 1] and a mean draw probability.
Chances ChancesOf(float value, float draw);

/// Turns a value into an expected score in percent: 100 is a win, 50 a draw.
constexpr double Points(float value) { return 50.0 * (1.0 + static_cast<double>(value)); }
/// The expected score of `side` in percent, from the value for the side to move.
constexpr double PointsOf(Side side, Side to_move, float value) {
  return Points(side == to_move ? value : -value);
}

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
