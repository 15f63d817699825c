#include "selfplay/balance/scaling.h"

#include <algorithm>
#include <cmath>

#include "selfplay/ratings/eigen.h"
// After the header above, which turns warnings off.
#include <Eigen/Eigenvalues>

namespace raichi {

std::vector<PlanePoint> ScaleToPlane(size_t count,
                                     const std::function<double(size_t, size_t)>& distance) {
  std::vector<PlanePoint> points(count);
  if (count < 2) return points;
  const auto size = static_cast<Eigen::Index>(count);
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = i + 1; j < size; ++j) {
      const double of_pair = distance(static_cast<size_t>(i), static_cast<size_t>(j));
      squares(i, j) = squares(j, i) = of_pair * of_pair;
    }
  }
  const Eigen::MatrixXd centring =
      Eigen::MatrixXd::Identity(size, size) -
      Eigen::MatrixXd::Constant(size, size, 1.0 / static_cast<double>(count));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(-0.5 * centring * squares * centring);
  // The eigenvalues ascend.
  const auto coordinate = [&](Eigen::Index axis, Eigen::Index point) {
    const Eigen::Index column = size - 1 - axis;
    const Eigen::VectorXd vector = solver.eigenvectors().col(column);
    double sign = 1;
    for (Eigen::Index i = 0; i < size; ++i) {
      constexpr double kTiny = 1e-9;
      if (std::abs(vector(i)) < kTiny) continue;
      sign = vector(i) > 0 ? 1 : -1;
      break;
    }
    return sign * vector(point) * std::sqrt(std::max(0.0, solver.eigenvalues()(column)));
  };
  for (Eigen::Index i = 0; i < size; ++i) {
    points[static_cast<size_t>(i)] = {coordinate(0, i), coordinate(1, i)};
  }
  return points;
}

}  // namespace raichi
