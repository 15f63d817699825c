#include "run/reanalysis.h"

#include <gmock/gmock.h>

#include "nn/model/trainer_state.h"
#include "run/training.h"
#include "selfplay/records/shard_versions.h"
#include "tests/run/fake_run.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

class ReanalysisPhaseTest : public FakeRun {
 protected:
  void SetUp() override {
    FakeRun::SetUp();
    OpenRun({"loop.reanalyse=0.6", "train.samples.surprise=0.5"});
    trainer_.emplace(config_, *folder_);
    StreamPlayer player(config_, *folder_, 0);
    for (int model = 0; model < 2; ++model) {
      player.PlayMore(model, 6, {}, NeverEnds);
      Train(&*trainer_);
    }
    player.PlayMore(2, 6, {}, NeverEnds);
  }

  static void Train(RunTrainer* trainer) {
    const auto spent = [] { return 0.0; };
    const auto go_on = [](const TrainStats&, int64_t) { return AfterStep::kGoOn; };
    ASSERT_TRUE(trainer->Train(spent, go_on));
    trainer->Save({.games = 0, .seconds = 0, .progress = {}});
  }
  ReanalysisSummary Search(const WindowState& window) const {
    const auto never = [](const ReanalysisSummary&) { return false; };
    return RunReanalysis(config_, *folder_).Run(2, window, {}, never);
  }
  ReanalysisSummary Search() const { return Search(trainer_->trained_window()); }
  fs::path Version(const std::string& name) const {
    return VersionPath(folder_->reanalysed(), 2, name);
  }
  std::vector<std::string> Versions() const { return FilesIn(folder_->Reanalysed(2)); }
  static std::vector<float> WeightsIn(const fs::path& run, int model) {
    return ReadTrainerState(run / "optimizer" / RunFolder::Numbered(model)).weights;
  }
  /// Opens a copy of the run, as after a stop, and trains it once. Returns the weights.
  std::vector<float> WeightsOfACopy(const std::string& name) const {
    const TemporaryFolder place;
    fs::copy(run(), place / name, fs::copy_options::recursive);
    const RunFolder copy(place / name, config_);
    if (name == "without") fs::remove_all(copy.reanalysed());
    RunTrainer trainer(config_, copy);
    EXPECT_EQ(trainer.model(), 2);
    Train(&trainer);
    return WeightsIn(copy.path(), 3);
  }

  std::optional<RunTrainer> trainer_;
};

TEST_F(ReanalysisPhaseTest, WritesVersionsOfEarlierShards) {
  const std::vector<GameRecord> games = Games();
  const ReanalysisSummary summary = Search();
  EXPECT_GT(summary.shards, 0);
  EXPECT_EQ(summary.shards, summary.planned);
  EXPECT_GT(summary.evaluations, 0u);
  int64_t positions = 0;
  for (const std::string& name : Versions()) {
    EXPECT_LT(name, "000002") << "the model's own games are not searched again";
    const std::vector<GameRecord> before = ReadShard(NewShardPath(folder_->games(), name));
    const std::vector<GameRecord> after = ReadShard(Version(name));
    ASSERT_EQ(after.size(), before.size());
    for (size_t i = 0; i < after.size(); ++i) {
      EXPECT_EQ(after[i].game_id, before[i].game_id);
      EXPECT_NO_THROW(CheckRecord(after[i], config_.rule_sets[0]));
      for (const TurnRecord& turn : after[i].turns) positions += turn.full_search ? 1 : 0;
    }
  }
  EXPECT_EQ(positions, summary.positions);
  EXPECT_EQ(std::ssize(Versions()), summary.shards);
  EXPECT_EQ(Games(), games);
}

TEST_F(ReanalysisPhaseTest, APhaseThatWasCutShortContinuesWhereItEnded) {
  Search();
  std::map<std::string, std::string> bytes;
  for (const std::string& name : Versions()) bytes[name] = BytesOf(Version(name));
  EXPECT_EQ(Search().planned, 0);
  fs::remove(Version(bytes.begin()->first));
  EXPECT_EQ(Search().shards, 1);
  for (const std::string& name : Versions()) EXPECT_EQ(BytesOf(Version(name)), bytes[name]);
  EXPECT_EQ(Versions().size(), bytes.size());
}

TEST_F(ReanalysisPhaseTest, TrainingReadsTheVersionsAndIsExactAfterAStop) {
  Search();
  const std::vector<float> resumed = WeightsOfACopy("resumed");
  const std::vector<float> without = WeightsOfACopy("without");
  Train(&*trainer_);
  EXPECT_EQ(WeightsIn(run(), 3), resumed);
  EXPECT_NE(without, resumed);
}

TEST_F(ReanalysisPhaseTest, VersionsOfLaterModelsLeaveTheRunWithThem) {
  Search();
  for (const char* folder : {"optimizer", "models"}) fs::remove_all(run() / folder / "000002");
  const RunTrainer trainer(config_, *folder_);
  EXPECT_EQ(trainer.model(), 1);
  EXPECT_FALSE(fs::exists(folder_->Reanalysed(2)));
  EXPECT_TRUE(fs::exists(run() / "backups/0001/reanalysed/000002"));
}

TEST_F(ReanalysisPhaseTest, NothingIsSearchedWithoutAnEarlierWindow) {
  EXPECT_EQ(Search(WindowState{}).planned, 0);
  config_.loop.reanalyse = 0;
  EXPECT_EQ(Search().planned, 0);
}

}  // namespace
}  // namespace raichi
