#pragma once

#include <vector>

#include "stats/ratings/eigen.h"

namespace raichi {

/// The chances of a game's results in the model of Davidson (1970), with the attackers ahead by
/// d = 2 `half` natural units of rating:
///   P(attackers win) : P(draw) : P(defenders win) = e^half : nu : e^-half.
struct GameChances {
  double win = 0;  // Of the attackers.
  double draw = 0;
  double loss = 0;
  /// log(e^half + nu + e^-half). The log of a chance is its exponent minus this.
  double log_sum = 0;

  /// The attackers' expected points, their variance, and their derivatives.
  double Score() const { return win + draw / 2; }
  double ScoreVariance() const { return win + draw / 4 - Score() * Score(); }
  double ScoreByHalf() const { return win - (win - loss) * Score(); }
  double ScoreByLogNu() const { return draw * (0.5 - Score()); }
  /// The derivatives of the chance of a draw.
  double DrawByHalf() const { return -draw * (win - loss); }
  double DrawByLogNu() const { return draw * (1 - draw); }
};

GameChances ChancesOf(double half, double log_nu);

/// The likelihood described in ratings.h. Its parameters, all in natural units, are the free
/// players' ratings and then four for each rule set: the intercept at the anchor's rating and the
/// slope of the line of the attackers' advantage, and those of the line of log nu.
///
/// The *centre* of a rule set is the mean rating of the players in its games, weighted by their
/// information. It moves with the ratings. The lines' priors hold at the centre, so that the choice
/// of the anchor does not matter.
class RatingModel {
 public:
  /// Results of one ordered pairing under one rule set. The counts are real numbers because a prior
  /// adds fractions of games.
  struct Games {
    int attackers = -1;  // The player's parameter; -1 for the anchor.
    int defenders = -1;
    int rules = 0;    // Index of the rule set, from 0.
    double wins = 0;  // Of the attackers.
    double draws = 0;
    double losses = 0;
    double information = 0;  // Weight in the centre; if a rule set has none, the counts are used.

    double count() const { return wins + draws + losses; }
  };

  /// The lines of a rule set; their numbers are the places of their parameters.
  enum Line { kAdvantage = 0, kLogNu = 2 };

  /// `slope_deviation` is the standard deviation of the prior of all slopes, whose mean is 0.
  RatingModel(int players, int rule_sets, std::vector<Games> games, double slope_deviation);

  int size() const { return players_ + 4 * rule_sets_; }
  int InterceptIndex(int rules, Line line) const { return players_ + 4 * rules + line; }
  int SlopeIndex(int rules, Line line) const { return InterceptIndex(rules, line) + 1; }
  const std::vector<Games>& games() const { return games_; }

  /// Returns the parameters that maximise the penalised likelihood, found by damped Newton steps
  /// until the gradient vanishes. The likelihood is concave for fixed slopes but not in everything;
  /// where it is not, the steps are those of Fisher scoring. The search begins with equal ratings
  /// and flat lines.
  Eigen::VectorXd Maximise() const;
  /// Returns the inverse of the Fisher information at `at`.
  Eigen::MatrixXd Covariance(const Eigen::VectorXd& at) const;
  /// Returns how many times the variance of the results exceeds the one that the model expects, at
  /// least 1: Pearson's chi-squared of the scores over its degrees of freedom (McCullagh and
  /// Nelder, "Generalized Linear Models", 1989, section 4.5). Ten further degrees of freedom with
  /// the expected variance keep it near 1 if there are few results.
  double Dispersion(const Eigen::VectorXd& at, const Eigen::MatrixXd& covariance) const;

  struct Local {
    double value = 0;
    Eigen::VectorXd gradient;
    Eigen::MatrixXd negative_hessian;
    Eigen::MatrixXd information;  // The negative Hessian's expectation; positive definite.
  };
  /// Computes the penalised log-likelihood and its derivatives at `at`.
  Local Evaluate(const Eigen::VectorXd& at) const;

  /// A function of the parameters, and its gradient.
  struct Function {
    double value = 0;
    Eigen::VectorXd gradient;
  };
  /// Returns a line at `distance` above the rule set's centre.
  Function LineAt(int rules, Line line, double distance, const Eigen::VectorXd& at) const;
  double Centre(int rules, const Eigen::VectorXd& at) const;
  /// Returns the mean rating of the two players.
  static double MeanRating(const Games& games, const Eigen::VectorXd& at);

 private:
  struct Cell;
  Cell CellOf(const Games& games, const Eigen::VectorXd& at) const;
  void AddGames(const Games& games, const Eigen::VectorXd& at, Local* local) const;
  void AddPriors(int rules, const Eigen::VectorXd& at, Local* local) const;

  int players_;  // Free players, that is, all but the anchor.
  int rule_sets_;
  std::vector<Games> games_;
  double slope_deviation_;
  std::vector<Eigen::VectorXd> centres_;  // The players' weights in the centre of each rule set.
};

}  // namespace raichi
