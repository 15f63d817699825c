#include "stats/ratings/rating_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"

namespace raichi {
namespace {

/// Two free players, one rule set, and slopes that are not 0.
Eigen::VectorXd SomeParameters(const RatingModel& model) {
  Eigen::VectorXd at(model.size());
  at << 0.3, -0.8, 0.4, 0.25, -0.5, -0.15;
  return at;
}

/// The gradient of the value, or the negative Hessian, by differences.
template <typename Of>
double Difference(const RatingModel& model, const Eigen::VectorXd& at, int i, Of of) {
  Eigen::VectorXd step = Eigen::VectorXd::Zero(model.size());
  step[i] = 1e-5;
  return (of(model.Evaluate(at + step)) - of(model.Evaluate(at - step))) / 2e-5;
}

TEST(RatingModelTest, DerivativesAreThoseOfTheValue) {
  const RatingModel model(2, 1, {{-1, 0, 0, 3, 2, 5}, {1, 0, 0, 4, 1, 1}, {1, -1, 0, 7, 0, 2}},
                          0.25);
  ASSERT_EQ(model.size(), 6);
  const Eigen::VectorXd at = SomeParameters(model);
  const RatingModel::Local local = model.Evaluate(at);
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(Difference(model, at, i, [](const auto& moved) { return moved.value; }),
                local.gradient[i], 1e-6);
    for (int j = 0; j < 6; ++j) {
      EXPECT_NEAR(-Difference(model, at, i, [j](const auto& moved) { return moved.gradient[j]; }),
                  local.negative_hessian(i, j), 1e-6);
    }
  }
  EXPECT_LT(model.Evaluate(model.Maximise()).gradient.lpNorm<Eigen::Infinity>(), 1e-6);
}

TEST(RatingModelTest, TheInformationIsTheMeanOfTheNegativeHessian) {
  // The Hessian is linear in the counts: where these are as expected, it is its mean. The first
  // model has such counts and the second none, so the difference lacks the priors.
  std::vector<RatingModel::Games> games = {{-1, 0, 0, 0, 0, 0, 1},
                                           {0, -1, 0, 0, 0, 0, 1},
                                           {1, 0, 0, 0, 0, 0, 1},
                                           {1, -1, 0, 0, 0, 0, 1}};
  const RatingModel priors(2, 1, games, 0.25);
  const Eigen::VectorXd at = SomeParameters(priors);
  for (RatingModel::Games& one : games) {
    const double a = one.attackers < 0 ? 0 : at[one.attackers];
    const double d = one.defenders < 0 ? 0 : at[one.defenders];
    const double mean = (a + d) / 2;
    const GameChances chances = ChancesOf((a - d + 0.4 + 0.25 * mean) / 2, -0.5 - 0.15 * mean);
    one.wins = 100 * chances.win;
    one.draws = 100 * chances.draw;
    one.losses = 100 * chances.loss;
  }
  const RatingModel::Local all = RatingModel(2, 1, games, 0.25).Evaluate(at);
  const RatingModel::Local none = priors.Evaluate(at);
  const Eigen::MatrixXd hessian = all.negative_hessian - none.negative_hessian;
  const Eigen::MatrixXd information = all.information - none.information;
  EXPECT_GT(information.norm(), 100);
  EXPECT_LT((hessian - information).norm(), 1e-9);
}

TEST(RatingModelTest, ALineIsTheSumOfItsParts) {
  const RatingModel model(2, 1, {{-1, 0, 0, 3, 2, 5, 1}, {1, 0, 0, 4, 1, 1, 3}}, 0.25);
  const Eigen::VectorXd at = SomeParameters(model);
  // The first pairing has a quarter of the information, the second the rest.
  EXPECT_NEAR(model.Centre(0, at), 0.25 * 0.15 + 0.75 * -0.25, 1e-12);
  const auto line = model.LineAt(0, RatingModel::kAdvantage, 0.7, at);
  EXPECT_NEAR(line.value, 0.4 + 0.25 * (model.Centre(0, at) + 0.7), 1e-12);
  for (int i = 0; i < 6; ++i) {
    Eigen::VectorXd moved = at;
    moved[i] += 1e-6;
    const double value = model.LineAt(0, RatingModel::kAdvantage, 0.7, moved).value;
    EXPECT_NEAR((value - line.value) / 1e-6, line.gradient[i], 1e-6) << i;
  }
}

TEST(RatingModelTest, FindsTheMaximumOfWhateverResults) {
  Rng rng(17);
  for (int trial = 0; trial < 300; ++trial) {
    // One-sided results of a few players, each of whom met the anchor.
    std::vector<RatingModel::Games> games;
    const int players = 1 + static_cast<int>(rng.Below(5));
    const auto some = [&rng] {
      return rng.Below(2) == 0 ? 0.0 : static_cast<double>(rng.Below(60));
    };
    for (int i = 0; i < players; ++i) {
      games.push_back(
          {i, -1, static_cast<int>(rng.Below(2)), some() + 0.25, some(), some() + 0.25});
      const int other = static_cast<int>(rng.Below(static_cast<uint64_t>(players)));
      if (other != i) games.push_back({other, i, 0, some(), some(), some()});
    }
    const RatingModel model(players, 2, games, 0.25);
    const Eigen::VectorXd at = model.Maximise();
    const RatingModel::Local local = model.Evaluate(at);
    EXPECT_LT(local.gradient.lpNorm<Eigen::Infinity>(), 1e-6) << trial;
    const Eigen::MatrixXd covariance = model.Covariance(at);
    EXPECT_GT(covariance.diagonal().minCoeff(), 0) << trial;
    // A maximum: no step leads higher.
    for (int i = 0; i < model.size(); ++i) {
      for (const double step : {-0.01, 0.01}) {
        Eigen::VectorXd moved = at;
        moved[i] += step;
        EXPECT_LT(model.Evaluate(moved).value, local.value) << trial;
      }
    }
  }
}

TEST(DavidsonTest, ChancesAddUpEvenFarFromTheMiddle) {
  for (const double half : {-400.0, -3.0, 0.0, 2.5, 400.0}) {
    for (const double log_nu : {-30.0, -1.0, 5.0}) {
      const GameChances chances = ChancesOf(half, log_nu);
      EXPECT_NEAR(chances.win + chances.draw + chances.loss, 1, 1e-12);
      EXPECT_TRUE(std::isfinite(chances.log_sum));
    }
  }
  EXPECT_NEAR(ChancesOf(0, std::log(2.0)).draw, 0.5, 1e-12);
  EXPECT_NEAR(ChancesOf(1, -50).win / ChancesOf(1, -50).loss, std::exp(2.0), 1e-9);
}

TEST(DavidsonTest, DerivativesAreThoseOfScoreAndDraws) {
  const auto at = [](double half, double log_nu) { return ChancesOf(half, log_nu); };
  const GameChances chances = at(0.6, -0.4);
  constexpr double kStep = 1e-6;
  const GameChances by_half = at(0.6 + kStep, -0.4), by_log_nu = at(0.6, -0.4 + kStep);
  EXPECT_NEAR((by_half.Score() - chances.Score()) / kStep, chances.ScoreByHalf(), 1e-5);
  EXPECT_NEAR((by_log_nu.Score() - chances.Score()) / kStep, chances.ScoreByLogNu(), 1e-5);
  EXPECT_NEAR((by_half.draw - chances.draw) / kStep, chances.DrawByHalf(), 1e-5);
  EXPECT_NEAR((by_log_nu.draw - chances.draw) / kStep, chances.DrawByLogNu(), 1e-5);
}

}  // namespace
}  // namespace raichi
