#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace raichi {

/// Counts of side-swapped pairs by a player's score: 0, 1/2, 1, 3/2 and 2. The unit is the pair
/// because the two games of a pair share an opening and are not independent.
using Pentanomial = std::array<uint64_t, 5>;

/// Settings of a test of "stronger by elo1" against "stronger by elo0", in logistic Elo of the mean
/// score.
struct SprtConfig {
  double elo0 = 0;
  double elo1 = 20;
  double alpha = 0.05;  // Probability of accepting elo1 when elo0 holds.
  double beta = 0.05;   // Probability of accepting elo0 when elo1 holds.
};

enum class SprtDecision : uint8_t { kContinue, kAcceptElo0, kAcceptElo1 };

struct SprtStatus {
  double llr = 0;  // Log-likelihood ratio of elo1 over elo0.
  double lower = 0;
  double upper = 0;
  SprtDecision decision = SprtDecision::kContinue;
};

/// Runs the generalised sequential probability ratio test on pairs. The likelihoods are maximised
/// over all distributions of pair scores with the mean that each hypothesis names (Van den Bergh,
/// "The generalised maximum likelihood ratio for the expectation value of a distribution", 2020, as
/// used by fishtest). The bounds follow Wald (1945): log(beta / (1 - alpha)) and log((1 - beta) /
/// alpha). An empty class counts as 1/1000 of a pair.
SprtStatus Sprt(const SprtConfig& config, const Pentanomial& pairs);

/// Logistic Elo with its 95 % interval: the mean scores whose generalised likelihood is less than
/// that of the observed score by at most a factor of exp(1.92) (Owen, "Empirical likelihood ratio
/// confidence intervals for a single functional", 1988). Unlike a normal interval it is neither
/// empty nor infinite if nearly all pairs end alike. If all pairs end alike, the factor is 1/0.025,
/// which makes the interval exact (Clopper and Pearson 1934), and no bound is beyond the one of as
/// many pairs that were all won or all lost. If they were, the estimate and one bound are infinite.
/// Empty classes count as in `Sprt`.
struct EloEstimate {
  double elo = 0;
  double low = 0;
  double high = 0;
};
EloEstimate EstimateElo(const Pentanomial& pairs);

/// Returns the mean score of a game, 0 to 1, for a difference in Elo. EloOfScore is the inverse.
double ScoreOfElo(double elo);
double EloOfScore(double score);

}  // namespace raichi
