#include "run/train_loop.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "run/files/ledger.h"
#include "run/files/state.h"
#include "tests/run/fake_run.h"

namespace raichi {
namespace {

class TrainLoopTest : public FakeRun {
 protected:
  /// Opens the run anew with this budget and trains until that is spent or `is_stopped` says so.
  void Train(int games, const std::function<bool()>& is_stopped, bool ends_the_run = true) {
    OpenRun({"budget.games=" + std::to_string(games)});
    Progress progress;
    TrainLoop(config_, *folder_, nullptr, is_stopped, &progress).Run(ends_the_run);
  }
  /// Is asked by a loop that waits for games. Adds some, as another process would.
  bool PlayAndGoOn() {
    SelfPlayStream(config_, *folder_, 0).PlayMore(folder_->Models().back(), 6, {}, NeverEnds);
    return false;
  }
  RunState State() const { return LoadRunState(folder_->path()); }
  int64_t GamesLearnt() const { return Ledger(folder_->path()).records().back().games; }
};

TEST_F(TrainLoopTest, TrainsOnTheGamesOfOthersUntilTheBudgetIsSpent) {
  Train(24, [this] { return PlayAndGoOn(); });
  EXPECT_GE(GamesLearnt(), 24);
  EXPECT_GT(State().model, 1);
  EXPECT_EQ(State().model, folder_->Models().back());
  EXPECT_GT(State().seconds, 0);
  EXPECT_TRUE(State().finished);
  const int last = State().model;
  Train(24, [] { return false; });  // nothing is left to do
  EXPECT_EQ(State().model, last);
}

TEST_F(TrainLoopTest, AnotherProcessMayEndTheRun) {
  Train(
      12, [this] { return PlayAndGoOn(); }, /*ends_the_run=*/false);
  EXPECT_GE(GamesLearnt(), 12);
  EXPECT_FALSE(State().finished);
}

TEST_F(TrainLoopTest, AFinishedRunStaysFinishedIfNothingIsLeftToDo) {
  Train(12, [this] { return PlayAndGoOn(); });
  ASSERT_TRUE(State().finished);
  Train(
      6, [] { return false; }, /*ends_the_run=*/false);
  EXPECT_TRUE(State().finished);
}

TEST_F(TrainLoopTest, ALargerBudgetBeginsAFinishedRunAgain) {
  Train(12, [this] { return PlayAndGoOn(); });
  ASSERT_TRUE(State().finished);
  const double spent = State().seconds;
  Train(1000, [] { return true; });
  EXPECT_FALSE(State().finished);
  EXPECT_GE(State().seconds, spent);
  Train(static_cast<int>(GamesLearnt()) + 6, [this] { return PlayAndGoOn(); });
  EXPECT_TRUE(State().finished);
}

TEST_F(TrainLoopTest, AStopWhileItWaitsEndsIt) {
  int asked = 0;
  Train(24, [&] { return ++asked > 2; });
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(State().model, 0);
  EXPECT_FALSE(State().finished);
}

TEST_F(TrainLoopTest, APhaseThatAStopCutsShortIsTrainedAgain) {
  OpenRun();
  { const RunTrainer first_model(config_, *folder_); }
  SelfPlayStream(config_, *folder_, 0).PlayMore(0, 12, {}, NeverEnds);
  const std::ptrdiff_t played = std::ssize(Games());  // 12, or more that ended together
  int asked = 0;
  Train(12, [&] { return ++asked > 2; });  // the third time is during training
  EXPECT_EQ(State().model, 0);
  EXPECT_EQ(GamesLearnt(), 0);
  EXPECT_FALSE(State().finished);
  Train(12, [] { return false; });
  EXPECT_EQ(State().model, 1);
  EXPECT_EQ(GamesLearnt(), played);
}

TEST_F(TrainLoopTest, GamesThatAreGoneAreNotWaitedForAgain) {
  Train(60, [this] { return PlayAndGoOn(); });
  const int last = State().model;
  for (const auto& shard : Shards()) std::filesystem::remove(shard);
  int asked = 0;
  Train(1000, [&] {
    if (++asked <= 5) PlayAndGoOn();
    return State().model > last || asked > 200;
  });
  EXPECT_EQ(State().model, last + 1);
  EXPECT_LT(GamesLearnt(), 60);
}

TEST_F(TrainLoopTest, APhaseOfTrainingEndsWithTheBudgetOfTime) {
  const std::vector<std::string> changes = {"budget.games=0", "budget.minutes=0.02",
                                            "train.batch=2", "loop.samples_per_position=1000",
                                            "loop.games_per_iteration=64"};
  OpenRun(changes);
  { const RunTrainer first_model(config_, *folder_); }
  SelfPlayStream(config_, *folder_, 0).PlayMore(0, config_.loop.games_per_iteration, {}, NeverEnds);
  Progress progress;
  TrainLoop(
      config_, *folder_, nullptr, [] { return false; }, &progress)
      .Run(true);
  const LedgerRecord newest = Ledger(folder_->path()).records().back();
  EXPECT_EQ(newest.model, 1);
  EXPECT_EQ(newest.games, std::ssize(Games()));
  EXPECT_LT(newest.steps, newest.positions * 1000 / config_.train.batch);
  EXPECT_TRUE(State().finished);
}

}  // namespace
}  // namespace raichi
