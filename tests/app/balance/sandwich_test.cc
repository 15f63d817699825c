#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <utility>

#include "app/balance/figures/figures.h"
#include "app/balance/study/study.h"
#include "base/files/output_file.h"
#include "nn/model/model.h"
#include "selfplay/records/shard.h"
#include "stats/balance/cross_play.h"
#include "tests/app/balance/study_plans.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A study of brandubh by a random model, whose sandwich was played at random.
class SandwichTest : public testing::Test {
 protected:
  SandwichTest() {
    WriteRandomModel(folder_ / "model", {.canvas = 7, .blocks = 1, .channels = 8}, 1);
    StudyPlan plan;
    plan.rules = {"brandubh"};
    plan.players = {
        .models = {(folder_ / "model").string()}, .visits = {2}, .alphabeta = {}, .playouts = {}};
    plan.openings.setup = plan.stop.games = 2;
    plan.sandwiches = {.rules = {"brandubh"}, .training = 10, .games = 8};
    study_.emplace(plan, folder_ / "study");
  }

  /// Writes the games of the best response of this side; returns what the attackers scored when
  /// they played that side.
  double Play(Side side) {
    double points = 0;
    for (const StudyUnit& unit : UnitsOfRound(study_->design(), 0, 0, study_->plan())) {
      if (unit.pairing.b.best_response != side) continue;
      const uint64_t seed = side == Side::kAttackers ? 100 : 500;
      const auto records = RandomRecords("brandubh", seed, 2 * unit.pairs);
      for (const GameRecord& record : records) {
        // The model, player a, attacks in games of even number.
        const bool b_attacks = record.game_id % 2 == 1;
        if (b_attacks == (side == Side::kAttackers)) points += AttackersPoints(record.result);
      }
      const auto file = study_->FileOf(unit);
      std::filesystem::create_directories(file.parent_path());
      WriteShard(file, records);
    }
    return points / study_->plan().sandwiches.games;
  }

  TemporaryFolder folder_;
  std::optional<Study> study_;
};

TEST(StudyUnits, TheFirstModelMeetsTheBestResponseOfEachSide) {
  StudyPlan plan = SeedsPlan();
  plan.rules = {"minitafl", "brandubh"};
  plan.sandwiches = {.rules = {"brandubh"}, .training = 8, .games = 20};
  const StudyDesign design = DesignOf(plan);
  std::map<Side, uint64_t> pairs;
  for (const StudyUnit& unit : UnitsOfRound(design, 1, 0, plan)) {
    const StudyPairing& pairing = unit.pairing;
    EXPECT_EQ(pairing.purpose == Purpose::kSandwich, pairing.b.best_response.has_value());
    if (!pairing.b.best_response) continue;
    EXPECT_EQ(pairing.a.seed, 0);
    EXPECT_EQ(pairing.a.level, 40);
    EXPECT_EQ(pairing.b.level, 40);
    pairs[*pairing.b.best_response] += unit.pairs;
  }
  EXPECT_THAT(pairs,
              ElementsAre(std::pair(Side::kAttackers, 20u), std::pair(Side::kDefenders, 20u)));
  const auto has_any = [&](size_t rules, int round) {
    return std::ranges::any_of(UnitsOfRound(design, rules, round, plan), [](const StudyUnit& unit) {
      return unit.pairing.purpose == Purpose::kSandwich;
    });
  };
  EXPECT_FALSE(has_any(0, 0));
  EXPECT_FALSE(has_any(1, 1));
}

TEST_F(SandwichTest, CountsTheGamesInWhichTheBestRepliesPlayTheirSide) {
  const double low = Play(Side::kDefenders);
  EXPECT_FALSE(SandwichOf(PlayedGames(*study_, 0)));
  const double high = Play(Side::kAttackers);
  const auto sandwich = SandwichOf(PlayedGames(*study_, 0));
  ASSERT_TRUE(sandwich);
  EXPECT_EQ(sandwich->low_games.games(), 8u);
  EXPECT_EQ(sandwich->high_games.games(), 8u);
  EXPECT_NEAR(sandwich->low.score, low, 1e-9);
  EXPECT_NEAR(sandwich->high.score, high, 1e-9);
  EXPECT_NE(low, high);  // or the test shows nothing
}

TEST_F(SandwichTest, TheModelIsFrozenOnTheOtherSide) {
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    const std::vector<std::string> arguments = BestResponseArguments(*study_, 0, side);
    const char* frozen = side == Side::kAttackers ? "side: defenders" : "side: attackers";
    EXPECT_THAT(arguments, Contains(AllOf(StartsWith("selfplay.past_models="), HasSubstr(frozen))));
    EXPECT_THAT(arguments, Contains(study_->BestResponseRun(0, side).string()));
  }
}

TEST_F(SandwichTest, WhatIsPlayedNeedsNoTraining) {
  Play(Side::kAttackers);
  Play(Side::kDefenders);
  Progress progress;
  EXPECT_TRUE(TrainBestResponses(*study_, {}, {}, &progress));
  EXPECT_FALSE(std::filesystem::exists(study_->folder() / "best-responses"));
}

}  // namespace
}  // namespace raichi
