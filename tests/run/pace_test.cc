#include <gtest/gtest.h>

#include "run/budget.h"
#include "run/files/state.h"
#include "tests/run/run_folder_case.h"

namespace raichi {
namespace {

/// Runs with a budget of ten minutes of which some seconds are spent.
class PaceTest : public RunFolderCase {
 protected:
  PaceTest() { config_.budget.minutes = 10; }
  Pace After(double seconds) {
    SaveRunState(run(), {.model = 1, .seconds = seconds});
    budget_.emplace(config_.budget, run());
    return Pace(config_, *budget_);
  }
  /// Playing takes ten seconds for 1000 plies, training twenty.
  static Json Iteration() {
    return {{"selfplay", {{"games", 10}, {"plies", 100.0}, {"seconds", 10.0}}},
            {"train", {{"seconds", 20.0}}}};
  }

  RunConfig config_;
  std::optional<RunBudget> budget_;
};

TEST_F(PaceTest, SelfPlayLeavesTimeForTheTrainingThatFollows) {
  Pace pace = After(500);
  EXPECT_FALSE(pace.EndsSelfPlay(80, 1000));  // training is expected to take as long
  EXPECT_TRUE(pace.EndsSelfPlay(101, 1000));
  pace.Learn(Iteration());
  EXPECT_FALSE(pace.EndsSelfPlay(101, 4000));
  EXPECT_TRUE(pace.EndsSelfPlay(1, 5100));
}

TEST_F(PaceTest, TheShareOfSelfPlayIsThatOfTheLastWholeIteration) {
  Pace pace = After(100);
  EXPECT_EQ(pace.SelfPlayShare(), 1);
  pace.Learn(Iteration());
  EXPECT_DOUBLE_EQ(pace.SelfPlayShare(), 1.0 / 3);
  Json resumed = Iteration();  // its games were there already
  resumed["selfplay"] = {{"games", 0}, {"plies", 0.0}, {"seconds", 0.0}};
  resumed["new_plies"] = 1000.0;
  pace.Learn(resumed);
  EXPECT_DOUBLE_EQ(pace.SelfPlayShare(), 1.0 / 3);
}

TEST_F(PaceTest, GamesThatOthersPlayedAreTrainedOnToo) {
  Pace pace = After(500);
  Json iteration = Iteration();
  iteration["new_plies"] = 4000;  // four times as many as this start played: 5 ms for each
  pace.Learn(iteration);
  EXPECT_FALSE(pace.EndsSelfPlay(1, 19'000));
  EXPECT_TRUE(pace.EndsSelfPlay(1, 21'000));
}

TEST_F(PaceTest, AnIterationHasItsShareOfTheBudget) {
  config_.loop.iteration_share = 0.1;
  Pace pace = After(0);
  pace.Learn(Iteration());
  EXPECT_FALSE(pace.EndsSelfPlay(38, 1000));
  EXPECT_TRUE(pace.EndsSelfPlay(41, 1000));
}

TEST_F(PaceTest, TheSpeedOfTheMachineTellsHowLongTheFirstTrainingTakes) {
  config_.loop.samples_per_position = 4;
  config_.selfplay.full_search_fraction = 0.25f;
  Pace pace = After(500);
  pace.ExpectTraining(10);  // 0.1 s for each ply
  EXPECT_FALSE(pace.EndsSelfPlay(200, 990));
  EXPECT_TRUE(pace.EndsSelfPlay(1, 1010));
  pace.Learn(Iteration());
  pace.ExpectTraining(1);  // what was seen counts more
  EXPECT_FALSE(pace.EndsSelfPlay(1, 4900));
}

TEST_F(PaceTest, ARestTooShortForAnotherIterationEndsTheRun) {
  Pace pace = After(590);
  EXPECT_FALSE(pace.IsOver());
  EXPECT_TRUE(pace.HasTimeFor(9));
  EXPECT_FALSE(pace.HasTimeFor(11));
  Json iteration = Iteration();
  pace.Learn(iteration);
  EXPECT_FALSE(pace.IsOver());
  iteration["train"]["seconds"] = 35.0;
  pace.Learn(iteration);
  EXPECT_TRUE(pace.IsOver());
  EXPECT_TRUE(After(601).IsOver());
}

TEST_F(PaceTest, WithoutABudgetOfTimeNothingEnds) {
  config_.budget = {.games = 10};
  config_.loop.iteration_share = 0.1;
  Pace pace = After(1e6);
  pace.Learn({{"iteration", 3}});  // a line without speeds
  EXPECT_FALSE(pace.EndsSelfPlay(1e6, 1000));
  EXPECT_FALSE(pace.IsOver());
}

}  // namespace
}  // namespace raichi
