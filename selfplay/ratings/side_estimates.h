#pragma once

#include <string>

#include "selfplay/ratings/rating_model.h"
#include "selfplay/ratings/side_term.h"

namespace raichi {

/// Computes the balance of a model's rule set with number `index` from the fitted parameters `at`
/// and their covariance, in natural units. The bounds of shares are those of normal intervals of
/// their logits (delta method), so they lie between 0 and 1.
SideTerm EstimateSide(const std::string& rules, int index, const RatingModel& model,
                      const Eigen::VectorXd& at, const Eigen::MatrixXd& covariance);

}  // namespace raichi
