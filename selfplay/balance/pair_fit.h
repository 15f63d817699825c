#pragma once

#include <vector>

#include "selfplay/balance/cross_play.h"
#include "selfplay/ratings/eigen.h"

namespace raichi {

/// The additive model of LogitMean, fitted to the pairs of seeds that played. Its outputs are the
/// mean and then, for each seed k, the influence a_k + b_k.
struct PairFit {
  Eigen::VectorXd outputs;
  /// What one point more in a game of a pair adds to the outputs: a column for each pair.
  Eigen::MatrixXd by_point;
  std::vector<double> chances;  // The expected points of a game of each pair.
  double added = 0;             // Games won, and as many lost, that the fit adds to each pair.
};

PairFit FitPairs(const PairTable& table);

}  // namespace raichi
