#include "run/budget.h"

#include <gtest/gtest.h>

#include "run/files/state.h"
#include "tests/run/run_folder_case.h"

namespace raichi {
namespace {

/// A run that has worked for 100 seconds.
class BudgetTest : public RunFolderCase {
 protected:
  void SetUp() override {
    RunFolderCase::SetUp();
    SaveRunState(run(), {.model = 1, .seconds = 100});
  }
  std::string Left(const Budget& config, double spent) const {
    return RunBudget(config, run()).DescribeLeft(spent);
  }
};

TEST_F(BudgetTest, TheLimitThatIsReachedFirstCounts) {
  const Budget config{.minutes = 10, .games = 1000, .steps = 50};
  EXPECT_NEAR(RunBudget(config, run()).Spent(10, 10), 0.2, 1e-9);
  EXPECT_NEAR(RunBudget(config, run()).Spent(10, 5), 1.0 / 6, 1e-3);
  EXPECT_EQ(RunBudget(config, run()).Spent(2000, 5), 1);
}

TEST_F(BudgetTest, TheRestIsExpectedToGoAsFastAsWhatWasSpent) {
  const Budget config{.games = 1000};
  EXPECT_EQ(Left(config, 0.25), "5:00 left");
  EXPECT_EQ(Left(config, 0.5), "1:40 left");
  EXPECT_EQ(Left(config, 0.9999), "0:01 left");
  EXPECT_EQ(Left(config, 0), "0% of the budget spent");
  EXPECT_EQ(Left(config, 1), "budget spent");
  EXPECT_EQ(Left({}, 0.5), "no end set");
}

TEST_F(BudgetTest, TheProposedBudgetSufficesToGoOn) {
  const auto proposed = [this](const Budget& config) {
    return RunBudget(config, run()).ProposeLarger(9, 5);
  };
  EXPECT_EQ(proposed({.minutes = 8}), " budget.minutes=16");
  EXPECT_EQ(proposed({.minutes = 0.5}), " budget.minutes=4");  // 100 seconds were spent
  EXPECT_EQ(proposed({.minutes = 2.5, .games = 3}), " budget.minutes=5 budget.games=18");
  EXPECT_EQ(proposed({.games = 20'000'000, .steps = 50}),
            " budget.games=40000000 budget.steps=100");
  EXPECT_EQ(proposed({.steps = 2}), " budget.steps=10");
}

TEST_F(BudgetTest, TheStateIsSavedAtMostTwiceAMinute) {
  const Budget config{.minutes = 10};
  RunBudget budget(config, run());
  budget.SaveNowAndThen(2);
  EXPECT_EQ(LoadRunState(run()).model, 1);
  budget.Discount(-std::chrono::seconds(31));  // as if they had passed
  budget.SaveNowAndThen(2);
  const RunState saved = LoadRunState(run());
  EXPECT_EQ(saved.model, 2);
  EXPECT_GE(saved.seconds, 131);
  EXPECT_FALSE(saved.finished);
  budget.Discount(-std::chrono::seconds(1));
  budget.SaveNowAndThen(3);
  EXPECT_EQ(LoadRunState(run()).model, 2);
  budget.Save(3, true);
  EXPECT_TRUE(LoadRunState(run()).finished);
}

}  // namespace
}  // namespace raichi
