#pragma once

#include <cmath>
#include <vector>

#include "stats/balance/ladder.h"
#include "stats/ratings/eigen.h"

namespace raichi {

/// From the weakest to the strongest.
using LadderLevels = std::vector<LadderLevel>;

/// Returns how many coefficients a shape has.
Eigen::Index ParametersOf(LadderShape shape);

/// A curve with its coefficients.
struct LadderCurve {
  LadderShape shape = LadderShape::kLine;
  double tau = 1;
  Eigen::VectorXd linear;    // a, b and, of the quadratic, c
  Eigen::MatrixXd by_logit;  // what each level's logit adds to the coefficients, tau the last

  double At(double s) const { return linear.dot(Features(shape, tau, s)); }
  double SlopeAt(double s) const { return linear.dot(SlopesOfFeatures(s)); }

  static Eigen::VectorXd Features(LadderShape shape, double tau, double s) {
    if (shape == LadderShape::kLine) return Eigen::Vector2d(1, s);
    if (shape == LadderShape::kQuadratic) return Eigen::Vector3d(1, s, s * s);
    return Eigen::Vector2d(1, -std::exp(-s / tau));
  }
  /// The derivatives of the curve at s by all coefficients.
  Eigen::VectorXd Gradient(double s) const {
    const Eigen::VectorXd features = Features(shape, tau, s);
    if (shape != LadderShape::kAsymptote) return features;
    return Eigen::Vector3d(features[0], features[1], linear[1] * features[1] * s / (tau * tau));
  }
  /// The derivatives of the slope at s by all coefficients.
  Eigen::VectorXd SlopeGradient(double s) const {
    const Eigen::VectorXd slopes = SlopesOfFeatures(s);
    if (shape != LadderShape::kAsymptote) return slopes;
    return Eigen::Vector3d(slopes[0], slopes[1], linear[1] * slopes[1] * (s / tau - 1) / tau);
  }

 private:
  Eigen::VectorXd SlopesOfFeatures(double s) const {
    if (shape == LadderShape::kLine) return Eigen::Vector2d(0, 1);
    if (shape == LadderShape::kQuadratic) return Eigen::Vector3d(0, 1, 2 * s);
    return Eigen::Vector2d(0, std::exp(-s / tau) / tau);
  }
};

/// Fits a curve of this shape to the levels, as ladder.h describes.
LadderCurve FitCurve(LadderShape shape, const LadderLevels& levels);

}  // namespace raichi
