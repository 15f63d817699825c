#include <gtest/gtest.h>

#include "run/model_keeper.h"

namespace raichi {
namespace {

TrainSummary Training() {
  TrainSummary training;
  training.mean.loss = 3.25;
  training.mean.policy = 2.5;
  training.mean.value = 0.75;
  return training;
}

TEST(DescribeIterationTest, NamesTheGamesAndTheLosses) {
  SelfPlaySummary games{.seconds = 10};
  games.stats.games = 4;
  games.stats.plies = 100;
  games.stats.evaluations = 500;
  games.stats.attackers_wins = 1;
  games.stats.defenders_wins = 3;
  EXPECT_EQ(DescribeIteration(games, Training()),
            "10 moves/s, 50 evaluations/s, attackers 25% defenders 75% draws 0%, 25 plies, "
            "loss 3.250 (policy 2.500, value 0.750)");
  games.stats.plies = 4;
  EXPECT_NE(DescribeSelfPlay(games).find(", 1 ply"), std::string::npos);
}

TEST(DescribeIterationTest, AnIterationMayHaveNoNewGames) {
  EXPECT_EQ(DescribeIteration({}, Training()),
            "no new games, loss 3.250 (policy 2.500, value 0.750)");
}

}  // namespace
}  // namespace raichi
