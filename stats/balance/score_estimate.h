#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stats/balance/cross_play.h"
#include "stats/balance/intervals.h"
#include "stats/balance/logit_mean.h"

namespace raichi {

/// Returns the percentile interval of the mean over pairs of points per game, by drawing openings
/// with replacement and then games within an opening and pair. The seeds stay. `table` is that of
/// `play`, which has a game.
Interval BootstrapPairs(const CrossPlay& play, const PairTable& table,
                        const BootstrapSettings& settings);

/// The balance of a rule set between equal players. All shares are between 0 and 1.
struct ScoreEstimate {
  /// The attackers' score: the mean over the ordered pairs of seeds that played of the pair's
  /// points per game, with the bounds of its interval.
  double score = 0;
  double low = 0;
  double high = 0;
  /// The share of draws, likewise a mean over pairs.
  double draws = 0;
  /// The standard deviation between seeds of the attackers' score of a seed against itself, as far
  /// as the seeds differ by more than the chance of the games explains (method of moments on the
  /// logit scale, at least 0). With one seed 0, which means unknown.
  double seed_spread = 0;
  /// For each seed, the mean of the attackers' scores when it attacks and when it defends, against
  /// all seeds; NaN for a seed without games on one of the sides. It holds half of what the seed
  /// alone would differ by from the mean, and seeds share games, so their spread is no standard
  /// error of the mean; that is Combine's (logit_mean.h).
  std::vector<double> by_seed;
};

/// Estimates the attackers' score and the share of draws. There must be a game. The score's
/// interval is the wider, at each end, of two:
///  1. The percentile interval of a bootstrap with the seeds as they are: openings are drawn with
///     replacement, then games within an opening and pair of seeds.
///  2. The t interval for games and seeds on the logit scale (Combine in logit_mean.h), transformed
///     back around the logit of the share with half a game added each way.
/// The bootstrap does not draw seeds, since a seed plays on both sides: drawing them would count
/// the chance of games several times over (McCullagh 2000; Owen 2007, "The pigeonhole bootstrap").
/// With 400 games of ten equal seeds this would double the interval; of three unequal ones it would
/// still be narrower than the t interval. If all games have the same result, the other bound is the
/// exact one of Clopper and Pearson (1934), alpha/2 to the power 1/n. There n counts openings and
/// not games: nothing tells then how much alike the games of an opening are. The interval reaches
/// the 0 or 1 itself; if all games are drawn, it leaves to either side what the exact bound leaves
/// to decided games.
///
/// The same settings give the same bounds on every machine up to rounding. 400 games with 2,000
/// draws take about 25 ms.
ScoreEstimate EstimateScore(const CrossPlay& play, const BootstrapSettings& settings = {});

/// What a study says of a rule set in one word.
enum class Verdict { kBalanced, kLopsided, kLeans, kUndecided };

/// Returns whether the interval of the attackers' score is within 45 to 55 %.
bool WithinEven(const ScoreEstimate& estimate);

/// Judges the interval of the attackers' score. The first of these that holds:
///  - balanced: WithinEven, and the interval of `slope` contains 0;
///  - lopsided: the interval is entirely below 25 % or above 75 %;
///  - leans: the interval does not contain 50 %;
///  - undecided: otherwise.
/// `slope` is the change of the score, in logits, with each of the last doublings of the players'
/// strength. Without it nothing is known against balance.
Verdict Judge(const ScoreEstimate& estimate, const std::optional<Contrast>& slope = std::nullopt);

/// Returns the name: "balanced", "lopsided", "leans" or "undecided".
std::string ToString(Verdict verdict);
/// Returns the verdict with the side it favours, which is the attackers' if `score` is above 1/2:
/// "balanced", "lopsided for the attackers", "leans to the defenders" or "undecided".
std::string VerdictText(Verdict verdict, double score);

}  // namespace raichi
