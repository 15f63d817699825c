#include "selfplay/play/handicap.h"

#include <gmock/gmock.h>

#include "selfplay/play/growth.h"

namespace raichi {
namespace {

GameRecord Ended(Result result, const std::string& start = "") {
  GameRecord record;
  record.result = result;
  record.start = start;
  return record;
}

TEST(OutcomeBalance, IsTheShareOfTheLastDecisiveGames) {
  OutcomeBalance balance(4);
  EXPECT_EQ(balance.AttackersShare(), 0.5);
  balance.Add(Ended(Result::kAttackersWin));
  EXPECT_EQ(balance.AttackersShare(), (1 + 1.5) / 4);  // Three games are missing.
  balance.Add(Ended(Result::kDraw));
  balance.Add(Ended(Result::kDefendersWin, "a position"));
  GameRecord between_models = Ended(Result::kDefendersWin);
  between_models.defenders = "000003";
  balance.Add(between_models);
  EXPECT_EQ(balance.AttackersShare(), (1 + 1.5) / 4);
  for (int i = 0; i < 3; ++i) balance.Add(Ended(Result::kDefendersWin));
  EXPECT_EQ(balance.AttackersShare(), 0.25);
  balance.Add(Ended(Result::kDefendersWin));  // Drops the first game.
  EXPECT_EQ(balance.AttackersShare(), 0);
}

// At the start of a run, a share of 80 % for the defenders, halfway from 60 % to 100 %, gives the
// attackers half of the three extra multiples of their visits.
TEST(VisitFactors, GrowWithTheShareAndFadeWithTheGames) {
  const HandicapConfig config{.max_factor = 4, .from_share = 0.6f, .until_games = 1000};
  const auto factors = [&](double attackers_share, int64_t games) {
    const auto [attackers, defenders] = VisitFactors(config, attackers_share, games);
    return std::pair(attackers, defenders);
  };
  const auto near = [](float a, float b) {
    return testing::Pair(testing::FloatNear(a, 1e-5f), testing::FloatNear(b, 1e-5f));
  };
  EXPECT_THAT(factors(0.2, 0), near(2.5f, 1));
  EXPECT_THAT(factors(0.2, 500), near(1.75f, 1));
  EXPECT_THAT(factors(0.2, 1000), near(1, 1));
  EXPECT_THAT(factors(0.2, 5000), near(1, 1));
  EXPECT_THAT(factors(0.0, 0), near(4, 1));
  EXPECT_THAT(factors(1.0, 0), near(1, 4));
  EXPECT_THAT(factors(0.9, 0), near(1, 3.25f));
  EXPECT_THAT(factors(0.41, 0), near(1, 1));
  EXPECT_THAT(factors(0.5, 0), near(1, 1));
}

TEST(VisitFactors, AreOneByDefault) {
  EXPECT_THAT(VisitFactors({}, 0, 0), testing::ElementsAre(1, 1));
}

TEST(VisitShare, GrowsLinearlyToOne) {
  const GrowthConfig config = {.from = 0.2f, .until_games = 100};
  EXPECT_FLOAT_EQ(VisitShare(config, 0), 0.2f);
  EXPECT_FLOAT_EQ(VisitShare(config, 50), 0.6f);
  EXPECT_FLOAT_EQ(VisitShare(config, 100), 1);
  EXPECT_FLOAT_EQ(VisitShare(config, 1'000'000), 1);
  EXPECT_FLOAT_EQ(VisitShare({}, 0), 1);
}

}  // namespace
}  // namespace raichi
