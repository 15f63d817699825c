#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "rules/game.h"
#include "run/config/config.h"
#include "stats/balance/intervals.h"

namespace raichi {

/// A game as others played it to its end.
struct EndedGame {
  RulesPtr rules;
  std::vector<Move> moves;  // as far as the rules let the game go on
  double points = 0;        // of the attackers: 1, 1/2 or 0
};

/// Reads the finished games of a file of JSON lines with `"moves"` and `"result"` (`-`: standard
/// input); other lines are left out. Players may have gone on where the rules end a game, as
/// at a repetition that nobody claimed: the moves up to there count, and the result that they
/// reached. `rules` takes the place of the lines' own if `rules_given`. Throws Error that names the
/// line for an illegal move, and if no game is finished.
std::vector<EndedGame> ReadEndedGames(const std::string& file, const std::string& rules,
                                      bool rules_given);

/// logit(score) = shift + slope * logit(p), fitted to games by maximum likelihood with a weak
/// prior. Slope 1 and shift 0 is a network that is calibrated for these players (Cox 1958), slope 0
/// one that knows nothing.
struct CalibrationFit {
  double shift = 0, slope = 0;
  double slope_error = 0;  // half of the 95 % interval
  double log_loss = 0;     // after the fit
};

/// How well a network foresees the results of games from their positions after `ply` plies. The
/// network's value v says that the attackers will score p = (1 + v) / 2.
struct OutcomeFigures {
  int ply = 0;
  size_t games = 0;          // that had this position
  double score = 0;          // of the attackers, in the end
  double expected = 0;       // mean of p
  double log_loss = 0;       // mean of -s log p - (1 - s) log (1 - p) for the points s, in nats
  double constant_loss = 0;  // of the best constant p, the score
  std::optional<CalibrationFit> fit;  // nothing if all games are in the same position
  size_t even_games = 0;              // with p from 0.45 to 0.55
  double even_score = 0;              // of the attackers in these
  Interval even_interval;             // 95 % (Wilson 1927)
};

/// Positions whose p lies between two tenths, after all plies that are asked for.
struct CalibrationBin {
  size_t positions = 0;
  double expected = 0, score = 0;  // means
};

/// A first move and those that equal it by symmetry.
struct FirstMoveShare {
  Move move;
  double games = 0;    // share of the games that begin with it
  double network = 0;  // the network's prior, of all symmetric moves together
};

struct Outcomes {
  std::vector<OutcomeFigures> plies;
  std::vector<CalibrationBin> bins;         // ten
  std::vector<FirstMoveShare> first_moves;  // the most played first; empty if rules differ
};

/// Asks the network alone about positions of the games: after each of `plies` as long as
/// `least_games` games have such a position. Throws as OpenNetworkEvaluator, and Error if after
/// none of `plies` that many games have one.
Outcomes Foresee(const std::vector<EndedGame>& games, const std::filesystem::path& model,
                 const WorkersConfig& workers, const std::vector<int>& plies,
                 size_t least_games = 30);

/// `raichi bench outcomes`: a table or one object.
Json OutcomesToJson(const Outcomes& outcomes);
std::vector<std::string> FormatOutcomes(const Outcomes& outcomes);

}  // namespace raichi
