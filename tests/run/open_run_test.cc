#include <gmock/gmock.h>

#include "base/files/output_file.h"
#include "base/process.h"
#include "nn/model/trainer_state.h"
#include "run/files/state.h"
#include "run/training.h"
#include "tests/run/fake_run.h"

namespace raichi {
namespace {

using testing::IsEmpty;
using testing::Not;

/// Runs whose window holds only the newest games.
class OpenRunTest : public FakeRun {
 protected:
  void SetUp() override {
    FakeRun::SetUp();
    OpenRun({"window.min_positions=60", "window.max_positions=60"});
  }

  bool TrainOn(RunTrainer* trainer, double seconds = 0) const {
    const auto spent = [] { return 0.0; };
    const auto go_on = [](const TrainStats&, int64_t) { return AfterStep::kGoOn; };
    if (!trainer->Train(spent, go_on)) return false;
    trainer->Save({.games = 0, .seconds = seconds, .progress = {}});
    return true;
  }
  void MakeModels(int count) const {
    RunTrainer trainer(config_, *folder_);
    SelfPlayStream player(config_, *folder_, 0);
    while (trainer.model() < count) {
      player.PlayMore(trainer.model(), 6, {}, NeverEnds);
      TrainOn(&trainer);
    }
  }
  WindowState WindowOf(int model) const {
    return ReadTrainerState(folder_->Optimizer(model)).window;
  }
  std::filesystem::path Shard(const std::string& name) const {
    return NewShardPath(folder_->games(), name);
  }
  bool IsSetAside(const std::string& name) const {
    return !std::filesystem::exists(Shard(name)) && std::filesystem::exists(Shard(name + ".bad"));
  }
};

TEST_F(OpenRunTest, DamagedShardsAreSetAsideInTheWindowAndOutside) {
  MakeModels(4);
  const WindowState window = WindowOf(4);
  ASSERT_THAT(window.past, Not(IsEmpty()));
  FlipABit(Shard(window.past.front()), -1);
  FlipABit(Shard(window.shards.front()), -1);
  const RunTrainer trainer(config_, *folder_);
  const SelfPlayStream player(config_, *folder_, 0);
  EXPECT_EQ(trainer.model(), 4);
  EXPECT_TRUE(IsSetAside(window.past.front()));
  EXPECT_TRUE(IsSetAside(window.shards.front()));
}

TEST_F(OpenRunTest, ALostOrDamagedStateKeepsTheSecondsOfWork) {
  {
    RunTrainer trainer(config_, *folder_);
    SelfPlayStream(config_, *folder_, 0).PlayMore(0, 6, {}, NeverEnds);
    ASSERT_TRUE(TrainOn(&trainer, 50));
  }
  const std::filesystem::path state = run() / "state.json";
  ASSERT_FALSE(std::filesystem::exists(state));
  for (int i = 0; i < 2; ++i) {
    const RunTrainer trainer(config_, *folder_);
    EXPECT_EQ(ReadRunState(run()).seconds, 50);
    WriteBytes(state, "damaged");
  }
}

TEST_F(OpenRunTest, TemporariesOfLivingProcessesStay) {
  MakeModels(1);
  const std::filesystem::path report = folder_->path() / "report.html";
  const std::filesystem::path living = TemporaryPath(report);
  const std::filesystem::path dead =
      report.string() + "." + ThisProcess().host + ".999999999.1.tmp";
  for (const auto& file : {living, dead}) WriteBytes(file, "half");
  const RunTrainer trainer(config_, *folder_);
  EXPECT_TRUE(std::filesystem::exists(living));
  EXPECT_FALSE(std::filesystem::exists(dead));
}

TEST_F(OpenRunTest, GamesThatWaitForTrainingAreTrainedOn) {
  MakeModels(1);
  SelfPlayStream(config_, *folder_, 0).Play(1, 6, {}, NeverEnds);
  RunTrainer trainer(config_, *folder_);
  EXPECT_TRUE(TrainOn(&trainer));
  EXPECT_EQ(trainer.model(), 2);
  EXPECT_FALSE(TrainOn(&trainer));  // nothing is new
}

TEST_F(OpenRunTest, TrainingThatEndsEarlyIsKeptUnlessItIsAborted) {
  RunTrainer trainer(config_, *folder_);
  SelfPlayStream player(config_, *folder_, 0);
  int64_t of_steps = 0;
  const auto train = [&](AfterStep next) {
    player.PlayMore(trainer.model(), 6, {}, NeverEnds);
    return trainer.Train([] { return 1.0; },
                         [&](const TrainStats&, int64_t steps) {
                           of_steps = steps;
                           return next;
                         });
  };
  EXPECT_FALSE(train(AfterStep::kAbort));
  const auto summary = train(AfterStep::kFinish);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->steps, 1);
  EXPECT_GT(of_steps, 1);
}

TEST_F(OpenRunTest, GamesOfADamagedShardThatWaitedForTrainingArePlayedAgain) {
  MakeModels(1);
  SelfPlayStream(config_, *folder_, 0).Play(1, 6, {}, NeverEnds);
  const auto games = static_cast<int64_t>(Games().size());  // may be more than six
  const std::string last = Shards().back().filename();
  FlipABit(Shard(last), -1);
  const RunTrainer trainer(config_, *folder_);
  EXPECT_TRUE(IsSetAside(last));
  EXPECT_GT(SelfPlayStream(config_, *folder_, 0).Play(1, games, {}, NeverEnds).stats.games, 0u);
  CheckGames(Games());
}

}  // namespace
}  // namespace raichi
