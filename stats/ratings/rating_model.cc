#include "stats/ratings/rating_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace raichi {

GameChances ChancesOf(double half, double log_nu) {
  const double top = std::max(std::abs(half), log_nu);  // Avoids overflow.
  const double log_sum =
      top + std::log(std::exp(half - top) + std::exp(log_nu - top) + std::exp(-half - top));
  return {.win = std::exp(half - log_sum),
          .draw = std::exp(log_nu - log_sum),
          .loss = std::exp(-half - log_sum),
          .log_sum = log_sum};
}

namespace {

constexpr double kAdvantageDeviation = 3;
constexpr double kDrawMean = -1;
constexpr double kDrawDeviation = 2;

double RatingAt(int parameter, const Eigen::VectorXd& at) {
  return parameter < 0 ? 0 : at[parameter];
}

/// Adds a normal prior of a function, and returns the derivative of the value by the function. The
/// function's own curvature is left to the caller.
double AddPrior(const RatingModel::Function& of, double mean, double deviation,
                RatingModel::Local* local) {
  const double precision = 1 / (deviation * deviation);
  const double distance = of.value - mean;
  local->value -= 0.5 * precision * distance * distance;
  local->gradient -= precision * distance * of.gradient;
  local->information.noalias() += precision * of.gradient * of.gradient.transpose();
  return -precision * distance;
}

/// Returns a step that leads uphill: Newton's if the likelihood is concave here.
Eigen::VectorXd StepFrom(const RatingModel::Local& local) {
  const Eigen::LDLT<Eigen::MatrixXd> newton(local.negative_hessian);
  if (newton.info() == Eigen::Success && newton.vectorD().minCoeff() > 0) {
    return newton.solve(local.gradient);
  }
  return local.information.ldlt().solve(local.gradient);
}

}  // namespace

/// The parameters of one ordered pairing and what follows from them.
struct RatingModel::Cell {
  /// The players, then intercept and slope of both lines; -1 for the anchor.
  std::array<int, 6> indices;
  /// Derivatives of half (rating_model.h) and log nu with respect to these parameters.
  Eigen::Matrix<double, 6, 2> jacobian;
  double half = 0;
  double log_nu = 0;
  GameChances chances;
};

RatingModel::RatingModel(int players, int rule_sets, std::vector<Games> games,
                         double slope_deviation)
    : players_(players),
      rule_sets_(rule_sets),
      games_(std::move(games)),
      slope_deviation_(slope_deviation) {
  for (int rules = 0; rules < rule_sets; ++rules) {
    double information = 0, count = 0;
    for (const Games& one : games_) {
      information += one.rules == rules ? one.information : 0;
      count += one.rules == rules ? one.count() : 0;
    }
    Eigen::VectorXd& centre = centres_.emplace_back(Eigen::VectorXd::Zero(size()));
    if (information + count == 0) continue;
    for (const Games& one : games_) {
      if (one.rules != rules) continue;
      const double share = information > 0 ? one.information / information : one.count() / count;
      for (const int player : {one.attackers, one.defenders}) {
        if (player >= 0) centre[player] += share / 2;
      }
    }
  }
}

double RatingModel::MeanRating(const Games& games, const Eigen::VectorXd& at) {
  return (RatingAt(games.attackers, at) + RatingAt(games.defenders, at)) / 2;
}

double RatingModel::Centre(int rules, const Eigen::VectorXd& at) const {
  return centres_[static_cast<size_t>(rules)].dot(at);
}

RatingModel::Function RatingModel::LineAt(int rules, Line line, double distance,
                                          const Eigen::VectorXd& at) const {
  const int intercept = InterceptIndex(rules, line), slope = SlopeIndex(rules, line);
  const double rating = Centre(rules, at) + distance;
  Function function{.value = at[intercept] + at[slope] * rating,
                    .gradient = at[slope] * centres_[static_cast<size_t>(rules)]};
  function.gradient[intercept] = 1;
  function.gradient[slope] = rating;
  return function;
}

/// `negative_hessian` first collects only the difference to the information: what the curvature of
/// half, log nu and the lines adds.
RatingModel::Local RatingModel::Evaluate(const Eigen::VectorXd& at) const {
  Local local;
  local.gradient = Eigen::VectorXd::Zero(size());
  local.negative_hessian = Eigen::MatrixXd::Zero(size(), size());
  local.information = local.negative_hessian;
  for (const Games& games : games_) AddGames(games, at, &local);
  for (int rules = 0; rules < rule_sets_; ++rules) AddPriors(rules, at, &local);
  local.negative_hessian += local.information;
  return local;
}

void RatingModel::AddPriors(int rules, const Eigen::VectorXd& at, Local* local) const {
  for (const Line line : {kAdvantage, kLogNu}) {
    const int slope = SlopeIndex(rules, line);
    AddPrior({at[slope], Eigen::VectorXd::Unit(size(), slope)}, 0, slope_deviation_, local);
    const double by_line =
        line == kAdvantage ? AddPrior(LineAt(rules, line, 0, at), 0, kAdvantageDeviation, local)
                           : AddPrior(LineAt(rules, line, 0, at), kDrawMean, kDrawDeviation, local);
    const Eigen::VectorXd& centre = centres_[static_cast<size_t>(rules)];
    local->negative_hessian.col(slope) -= by_line * centre;
    local->negative_hessian.row(slope) -= by_line * centre.transpose();
  }
}

RatingModel::Cell RatingModel::CellOf(const Games& games, const Eigen::VectorXd& at) const {
  const int advantage = InterceptIndex(games.rules, kAdvantage);
  const int log_nu = InterceptIndex(games.rules, kLogNu);
  const double mean = MeanRating(games, at);
  const double slope = at[advantage + 1], draw_slope = at[log_nu + 1];
  Cell cell;
  cell.indices = {games.attackers, games.defenders, advantage, advantage + 1, log_nu, log_nu + 1};
  cell.jacobian << 0.5 + slope / 4, draw_slope / 2,  // attackers
      -0.5 + slope / 4, draw_slope / 2,              // defenders
      0.5, 0, mean / 2, 0,                           // line of the advantage
      0, 1, 0, mean;                                 // line of log nu
  const double lead = RatingAt(games.attackers, at) - RatingAt(games.defenders, at);
  cell.half = (lead + at[advantage] + slope * mean) / 2;
  cell.log_nu = at[log_nu] + draw_slope * mean;
  cell.chances = ChancesOf(cell.half, cell.log_nu);
  return cell;
}

/// Adds the terms of a multinomial logit with features (half, log nu, -half): log p = feature - log
/// sum. The gradient is counts minus expectations, the information their covariance.
void RatingModel::AddGames(const Games& games, const Eigen::VectorXd& at, Local* local) const {
  const Cell cell = CellOf(games, at);
  const auto& [win, draw, loss, log_sum] = cell.chances;
  const double count = games.count(), net = win - loss;
  local->value +=
      (games.wins - games.losses) * cell.half + games.draws * cell.log_nu - count * log_sum;
  const Eigen::Vector2d residual(games.wins - games.losses - count * net,
                                 games.draws - count * draw);
  Eigen::Matrix2d covariance;
  covariance << win + loss - net * net, -net * draw, -net * draw, draw * (1 - draw);
  const Eigen::Matrix<double, 6, 1> gradient = cell.jacobian * residual;
  const Eigen::Matrix<double, 6, 6> information =
      count * cell.jacobian * covariance * cell.jacobian.transpose();
  for (int i = 0; i < 6; ++i) {
    const int row = cell.indices[static_cast<size_t>(i)];
    if (row < 0) continue;
    local->gradient[row] += gradient[i];
    for (int j = 0; j < 6; ++j) {
      const int column = cell.indices[static_cast<size_t>(j)];
      if (column >= 0) local->information(row, column) += information(i, j);
    }
  }
  // Half and log nu are products of slopes and ratings.
  for (const int player : {games.attackers, games.defenders}) {
    if (player < 0) continue;
    for (const auto& [line, curvature] :
         {std::pair(kAdvantage, residual[0] / 4), std::pair(kLogNu, residual[1] / 2)}) {
      const int slope = SlopeIndex(games.rules, line);
      local->negative_hessian(player, slope) -= curvature;
      local->negative_hessian(slope, player) -= curvature;
    }
  }
}

Eigen::VectorXd RatingModel::Maximise() const {
  Eigen::VectorXd at = Eigen::VectorXd::Zero(size());
  Local local = Evaluate(at);
  for (int iteration = 0; iteration < 1000; ++iteration) {
    const Eigen::VectorXd step = StepFrom(local);
    const double length = step.lpNorm<Eigen::Infinity>();
    if (local.gradient.lpNorm<Eigen::Infinity>() < 1e-9 || length < 1e-13) break;
    const double noise = 1e-12 * (1 + std::abs(local.value));  // Of the arithmetic.
    double scale = std::min(1.0, 4 / length);
    Local next = Evaluate(at + scale * step);
    while (next.value < local.value - noise && scale > 1e-12) {
      scale /= 2;
      next = Evaluate(at + scale * step);
    }
    at += scale * step;
    local = std::move(next);
  }
  return at;
}

Eigen::MatrixXd RatingModel::Covariance(const Eigen::VectorXd& at) const {
  return Evaluate(at).information.ldlt().solve(Eigen::MatrixXd::Identity(size(), size()));
}

double RatingModel::Dispersion(const Eigen::VectorXd& at, const Eigen::MatrixXd& covariance) const {
  constexpr double kPriorFreedom = 10;
  constexpr double kLeastVariance = 1;  // Of a cell's points: fewer are far from normal.
  double chi_squared = kPriorFreedom, freedom = kPriorFreedom;
  for (const Games& games : games_) {
    const Cell cell = CellOf(games, at);
    const double count = games.count(), variance = count * cell.chances.ScoreVariance();
    if (variance < kLeastVariance) continue;
    const double residual = games.wins + games.draws / 2 - count * cell.chances.Score();
    chi_squared += residual * residual / variance;
    // The part of the cell's degree of freedom that the fit uses up, its leverage.
    const Eigen::Vector2d by(cell.chances.ScoreByHalf(), cell.chances.ScoreByLogNu());
    const Eigen::Matrix<double, 6, 1> gradient = count * cell.jacobian * by;
    double fitted = 0;
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) {
        const int row = cell.indices[static_cast<size_t>(i)];
        const int column = cell.indices[static_cast<size_t>(j)];
        if (row >= 0 && column >= 0) fitted += gradient[i] * gradient[j] * covariance(row, column);
      }
    }
    freedom += std::max(0.0, 1 - fitted / variance);
  }
  return std::max(1.0, chi_squared / freedom);
}

}  // namespace raichi
