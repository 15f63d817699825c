#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace raichi {

/// How side-swapped pairs ended for a player: counts of pair scores 0, 1/2, 1, 3/2 and 2. The two
/// games of a pair share an opening and are not independent; pairs are.
using Pentanomial = std::array<uint64_t, 5>;

/// A test of "stronger by elo1" against "stronger by elo0" (logistic Elo of the mean score).
struct SprtConfig {
  double elo0 = 0;
  double elo1 = 20;
  double alpha = 0.05;  // probability of accepting elo1 when elo0 holds
  double beta = 0.05;   // and the reverse
};

enum class SprtDecision : uint8_t { kContinue, kAcceptElo0, kAcceptElo1 };

struct SprtStatus {
  double llr = 0;  // log-likelihood ratio of elo1 over elo0
  double lower = 0;
  double upper = 0;
  SprtDecision decision = SprtDecision::kContinue;
};

/// The generalised sequential probability ratio test over pairs: the likelihoods are maximised
/// over all distributions of pair scores with the mean that each hypothesis names (Van den Bergh,
/// "The generalised maximum likelihood ratio for the expectation value of a distribution", 2020, as
/// used by fishtest); bounds after Wald (1945): log(beta / (1 - alpha)) and log((1 - beta) /
/// alpha). Empty classes count as 1/1000 of a pair.
SprtStatus Sprt(const SprtConfig& config, const Pentanomial& pairs);

/// Logistic Elo with its 95 % interval: the mean scores whose generalised likelihood is not less
/// than that of the observed by more than a factor of exp(1.92) (Owen, "Empirical likelihood ratio
/// confidence intervals for a single functional", 1988). Unlike a normal interval it is neither
/// empty nor infinite where nearly all pairs end alike. Where every pair was won or lost the
/// estimate and one bound are infinite. Empty classes count as for `Sprt`.
struct EloEstimate {
  double elo = 0;
  double low = 0;
  double high = 0;
};
EloEstimate EstimateElo(const Pentanomial& pairs);

/// Mean score of a game, 0 to 1, for a difference in Elo, and back.
double ScoreOfElo(double elo);
double EloOfScore(double score);

}  // namespace raichi
