#include <gmock/gmock.h>

#include <array>
#include <map>

#include "selfplay/play/game_start.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;

/// A game of two searches, the second of which corrected the value by `correction`.
GameRecord Corrected(float correction) {
  GameRecord record;
  record.turns.resize(3);
  for (size_t i = 1; i < 3; ++i) record.turns[i].visits = {{Move(), 1}};
  record.turns[2].raw_value = correction;
  return record;
}

TEST(ValueCorrection, IsTheMeanOfTheLastGames) {
  ValueCorrection correction;
  for (int i = 0; i < 9; ++i) correction.Add(Corrected(0.5f));
  EXPECT_EQ(correction.Mean(), std::nullopt) << "too few games";
  correction.Add(GameRecord());
  EXPECT_EQ(correction.Mean(), std::nullopt) << "a game without searches";
  correction.Add(Corrected(-0.5f));
  EXPECT_EQ(correction.Mean(), 0.25);
  for (int i = 0; i < 60; ++i) correction.Add(Corrected(1));
  EXPECT_EQ(correction.Mean(), 0.5);
}

TEST(RuleWeights, GrowWithTheCorrectionFromTheFloor) {
  const std::array<std::optional<double>, 3> corrections = {0.0, 0.1, 0.2};
  EXPECT_THAT(RuleWeights(corrections, 0.5),
              ElementsAre(DoubleEq(0.5), DoubleEq(1), DoubleEq(1.5)));
  EXPECT_THAT(RuleWeights(corrections, 1), IsEmpty());
  EXPECT_THAT(RuleWeights(std::array{std::optional(0.0)}, 0.5), IsEmpty());
  EXPECT_THAT(RuleWeights(std::array{std::optional(0.3), std::optional<double>()}, 0),
              ElementsAre(1, 1));
}

class RuleDraw : public testing::Test {
 protected:
  std::map<size_t, double> Shares() const {
    std::map<size_t, double> shares;
    Rng rng(1);
    for (int i = 0; i < 20000; ++i) shares[DrawRuleSet(setup_, &rng)] += 1.0 / 20000;
    return shares;
  }
  SelfPlaySetup setup_{.rules = {Variant("linnaeus"), Variant("brandubh"), Variant("saami")},
                       .random_rules = 1,
                       .random_share = 0.2};
};

TEST_F(RuleDraw, NamedRuleSetsAreDrawnByWeight) {
  EXPECT_NEAR(Shares()[0], 0.4, 0.02);
  setup_.rule_weights = {3, 1};
  std::map<size_t, double> shares = Shares();
  EXPECT_NEAR(shares[0], 0.6, 0.02);
  EXPECT_NEAR(shares[1], 0.2, 0.02);
  EXPECT_NEAR(shares[2], 0.2, 0.02);
}

TEST_F(RuleDraw, EqualRuleSetsShareTheirGames) {
  EXPECT_DOUBLE_EQ(EvenShareOf(setup_, 0), 0.4);
  EXPECT_DOUBLE_EQ(EvenShareOf(setup_, 2), 0.2);
  setup_.rules[1] = setup_.rules[0];
  EXPECT_DOUBLE_EQ(EvenShareOf(setup_, 1), 0.8);
}

}  // namespace
}  // namespace raichi
