#include "selfplay/ratings/rating_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace raichi {
namespace {

constexpr double kSideDeviation = 3;
constexpr double kDrawMean = -1;
constexpr double kDrawDeviation = 2;

}  // namespace

RatingModel::RatingModel(int players, int sides, std::vector<Games> games)
    : players_(players), sides_(sides), games_(std::move(games)) {}

RatingModel::Local RatingModel::Evaluate(const Eigen::VectorXd& at) const {
  Local local;
  local.gradient = Eigen::VectorXd::Zero(size());
  local.negative_hessian = Eigen::MatrixXd::Zero(size(), size());
  for (const Games& games : games_) AddGames(games, at, &local);
  for (int side = 0; side < sides_; ++side) {
    AddPrior(SideIndex(side), 0, kSideDeviation, at, &local);
  }
  AddPrior(DrawIndex(), kDrawMean, kDrawDeviation, at, &local);
  return local;
}

/// Adds the terms of a multinomial logit with features (d/2, log nu, -d/2): log p = feature -
/// log sum. The gradient is counts minus expectations, the Hessian minus their covariance.
void RatingModel::AddGames(const Games& games, const Eigen::VectorXd& at, Local* local) const {
  const std::array<std::pair<int, double>, 3> terms = {
      {{games.attackers, 0.5}, {games.defenders, -0.5}, {SideIndex(games.side), 0.5}}};
  double half = 0;  // d / 2
  for (const auto& [index, factor] : terms) half += index < 0 ? 0 : factor * at[index];
  const double draw = at[DrawIndex()];

  const double top = std::max(std::abs(half), draw);
  const double log_sum =
      top + std::log(std::exp(half - top) + std::exp(draw - top) + std::exp(-half - top));
  const double win = std::exp(half - log_sum), tie = std::exp(draw - log_sum);
  const double loss = std::exp(-half - log_sum);
  const double count = games.wins + games.draws + games.losses;
  local->value += games.wins * half + games.draws * draw - games.losses * half - count * log_sum;

  // Derivatives with respect to (d/2, log nu). `terms` maps those of d/2 to the parameters.
  const double by_half = games.wins - games.losses - count * (win - loss);
  const double half_half = count * (win + loss - (win - loss) * (win - loss));
  const double half_draw = -count * (win - loss) * tie;
  local->gradient[DrawIndex()] += games.draws - count * tie;
  local->negative_hessian(DrawIndex(), DrawIndex()) += count * tie * (1 - tie);
  for (const auto& [i, factor] : terms) {
    if (i < 0) continue;
    local->gradient[i] += factor * by_half;
    local->negative_hessian(i, DrawIndex()) += factor * half_draw;
    local->negative_hessian(DrawIndex(), i) += factor * half_draw;
    for (const auto& [j, other] : terms) {
      if (j >= 0) local->negative_hessian(i, j) += factor * other * half_half;
    }
  }
}

void RatingModel::AddPrior(int index, double mean, double deviation, const Eigen::VectorXd& at,
                           Local* local) const {
  const double precision = 1 / (deviation * deviation);
  const double distance = at[index] - mean;
  local->value -= 0.5 * precision * distance * distance;
  local->gradient[index] -= precision * distance;
  local->negative_hessian(index, index) += precision;
}

Eigen::VectorXd RatingModel::Maximise() const {
  Eigen::VectorXd at = Eigen::VectorXd::Zero(size());
  Local local = Evaluate(at);
  for (int iteration = 0; iteration < 1000; ++iteration) {
    if (local.gradient.lpNorm<Eigen::Infinity>() < 1e-9) break;
    const Eigen::VectorXd step = local.negative_hessian.ldlt().solve(local.gradient);
    double scale = std::min(1.0, 4 / std::max(1e-12, step.lpNorm<Eigen::Infinity>()));
    Local next = Evaluate(at + scale * step);
    while (next.value < local.value && scale > 1e-12) {
      scale /= 2;
      next = Evaluate(at + scale * step);
    }
    if (next.value <= local.value) break;  // The limit of the arithmetic's precision.
    at += scale * step;
    local = std::move(next);
  }
  return at;
}

Eigen::MatrixXd RatingModel::Covariance(const Eigen::VectorXd& at) const {
  return Evaluate(at).negative_hessian.ldlt().solve(Eigen::MatrixXd::Identity(size(), size()));
}

}  // namespace raichi
