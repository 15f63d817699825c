#pragma once

#include <vector>

#include "selfplay/ratings/eigen.h"

namespace raichi {

/// The likelihood described in ratings.h. Its parameters are the free players' ratings, then one
/// side term per rule set, then log nu, all in natural units.
class RatingModel {
 public:
  /// Results of one ordered pairing under one rule set. The counts are real numbers because a prior
  /// adds fractions of games.
  struct Games {
    int attackers = -1;  // The player's parameter; -1 for the anchor.
    int defenders = -1;
    int side = 0;     // Index of the rule set, from 0.
    double wins = 0;  // Of the attackers.
    double draws = 0;
    double losses = 0;
  };

  RatingModel(int players, int sides, std::vector<Games> games);

  int size() const { return players_ + sides_ + 1; }
  int SideIndex(int side) const { return players_ + side; }
  int DrawIndex() const { return players_ + sides_; }

  /// Returns the parameters that maximise the penalised likelihood, found by damped Newton steps
  /// until the gradient vanishes.
  Eigen::VectorXd Maximise() const;
  /// Returns the inverse of the negative Hessian at `at`.
  Eigen::MatrixXd Covariance(const Eigen::VectorXd& at) const;

  struct Local {
    double value = 0;
    Eigen::VectorXd gradient;
    Eigen::MatrixXd negative_hessian;  // Positive definite.
  };
  /// Computes the penalised log-likelihood and its derivatives at `at`.
  Local Evaluate(const Eigen::VectorXd& at) const;

 private:
  void AddGames(const Games& games, const Eigen::VectorXd& at, Local* local) const;
  void AddPrior(int index, double mean, double deviation, const Eigen::VectorXd& at,
                Local* local) const;

  int players_;  // Free players, that is, all but the anchor.
  int sides_;
  std::vector<Games> games_;
};

}  // namespace raichi
