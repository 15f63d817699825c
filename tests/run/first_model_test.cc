// Runs that begin from a model (`raichi run --from`).

#include <gmock/gmock.h>

#include "base/files/files.h"
#include "console/log.h"
#include "nn/backend/network_evaluator.h"
#include "nn/model/model.h"
#include "nn/model/network_config.h"
#include "nn/model/weights.h"
#include "run/config/pinned_rules.h"
#include "run/files/folder.h"
#include "run/loop.h"
#include "run/players/run_models.h"
#include "run/resume.h"
#include "tests/nn/helpers.h"
#include "tests/run/fake_run.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A run whose configuration leaves its network to the model from which it begins.
class FirstModelTest : public FakeRun {
 protected:
  FirstModelTest() {
    Model made;
    made.info = {.network = network_, .encoder_version = kEncoderVersion, .steps = 70};
    made.info.rules = {"saami"};
    made.weights = InitialWeights(network_, 99);
    WriteModelFolder(model_, made);
    weights_ = made.weights;
  }

  /// Opens the run as `raichi run CONFIG --from WORD --dir RUN` does.
  void Open(const std::string& word, std::vector<std::string> changes = {}) {
    changes.insert(changes.begin(), {"network={}", "rules=[brandubh]"});
    const auto first = FindFirstModel(word, folder());
    config_ = LoadRunConfig(SourceDir() + "/configs/runs/smoke.yaml", changes, {}, folder(),
                            first ? &*first : nullptr);
    folder_.emplace(folder(), config_);
  }
  std::string ErrorOfOpening(const std::string& word, std::vector<std::string> changes = {}) {
    return ErrorOf([&] { Open(word, std::move(changes)); });
  }
  int Run(int games) {
    config_.budget.games = games;
    Progress progress;
    RunLoop loop(config_, *folder_, {}, {}, &progress);
    EXPECT_TRUE(loop.Run());
    return loop.model();
  }
  fs::path folder() const { return run() / "run"; }
  std::string word() const { return model_.string(); }

  const NetworkConfig network_ = {
      .canvas = 9, .blocks = 2, .channels = 16, .policy_channels = 8, .value_hidden = 24};
  const fs::path model_ = run() / "other";
  std::vector<float> weights_;
};

TEST_F(FirstModelTest, TheFirstModelIsThatModel) {
  Open(word());
  EXPECT_EQ(config_.network, network_);
  const RunTrainer trainer(config_, *folder_);
  const Model first = ReadModel(folder_->Model(0));
  EXPECT_EQ(first.weights, weights_);
  EXPECT_EQ(first.info.steps, 0);
  EXPECT_THAT(first.info.rules, ElementsAre("saami"));
  EXPECT_EQ(first.info.training.at("from"), word());
  EXPECT_EQ(first.info.training.at("from_weights"), WeightsChecksum(model_));
  const Positions positions("brandubh", 20, 1);
  std::vector<Evaluation> here(20), there(20);
  OpenNetworkEvaluator(folder_->Model(0), {})->Evaluate(positions.leaves(), here);
  OpenNetworkEvaluator(model_, {})->Evaluate(positions.leaves(), there);
  EXPECT_EQ(Difference(here, there), 0);
}

TEST_F(FirstModelTest, TrainingBeginsAtItsWeightsWithAFreshOptimizer) {
  Open(word());
  const Ledger ledger(folder());
  Backup backup(folder());
  const TrainerState state = FindResumePoint(config_, *folder_, ledger, &backup).state;
  EXPECT_EQ(state.weights, weights_);
  EXPECT_EQ(state.averages, weights_);
  EXPECT_EQ(state.step, 0);
  EXPECT_TRUE(state.first.empty());
}

TEST_F(FirstModelTest, KeysThatAreAutoOrLeftOutTakeItsValues) {
  Open(word(), {"network={blocks: auto, channels: auto, canvas: 0, value_hidden: 24}"});
  EXPECT_EQ(config_.network, network_);
  EXPECT_TRUE(config_.auto_keys.empty());
}

TEST_F(FirstModelTest, AnotherNetworkIsAnErrorThatNamesTheKey) {
  EXPECT_THAT(ErrorOfOpening(word(), {"network.blocks=3"}),
              AllOf(HasSubstr("network.blocks: expected 2 as in " + word()),
                    HasSubstr("found 3; leave this key out")));
  EXPECT_THAT(ErrorOfOpening(word(), {"network.canvas=7"}),
              HasSubstr("network.canvas: expected 9 as in " + word()));
  EXPECT_THAT(ErrorOfOpening(word(), {"rules=[tawlbwrdd]", "network.canvas=9"}),
              HasSubstr("network.canvas: expected at least 11, the largest board of the rules, "
                        "found 9"));
  EXPECT_THAT(ErrorOfOpening((run() / "none").string()), HasSubstr("expected a model"));
  EXPECT_FALSE(fs::exists(folder()));
}

TEST_F(FirstModelTest, TheCanvasGrowsToTheLargestBoard) {
  Open(word(), {"rules=[brandubh, tawlbwrdd]"});
  EXPECT_EQ(config_.network.canvas, 11);
  const RunTrainer trainer(config_, *folder_);
  EXPECT_EQ(ReadModel(folder_->Model(0)).weights, FitNetwork(network_, config_.network, weights_));
}

TEST_F(FirstModelTest, ARunWithALargerNetworkGoesOnWithoutItsTrainerState) {
  Open(word(), {"network.canvas=11", "network.policy_destinations=true"});
  RunTrainer(config_, *folder_);
  fs::remove_all(folder() / "optimizer");
  Open("");
  EXPECT_EQ(config_.network.canvas, 11);
  EXPECT_TRUE(config_.network.policy_destinations);
  StartLog("warning");
  testing::internal::CaptureStderr();
  const Ledger ledger(folder());
  Backup backup(folder());
  EXPECT_EQ(FindResumePoint(config_, *folder_, ledger, &backup).state.averages,
            ReadModel(folder_->Model(0)).weights);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "these are the weights it began with";
  EXPECT_GT(Run(4), 0);
}

TEST_F(FirstModelTest, DestinationsMayBeAddedButNotTakenAway) {
  Open(word(), {"network.policy_destinations=true"});
  RunTrainer(config_, *folder_);
  const Model first = ReadModel(folder_->Model(0));
  EXPECT_TRUE(first.info.network.policy_destinations);
  EXPECT_EQ(first.weights, FitNetwork(network_, first.info.network, weights_));
  WriteModelFolder(run() / "with", first);
  fs::remove_all(folder());
  EXPECT_THAT(ErrorOfOpening((run() / "with").string(), {"network.policy_destinations=false"}),
              HasSubstr("network.policy_destinations: expected true as in"));
}

TEST_F(FirstModelTest, TheRunGoesOnWithOrWithoutTheWord) {
  Open(word());
  const int first = Run(4);
  Open(word());
  const int second = Run(8);
  EXPECT_GT(second, first);
  fs::remove_all(model_);  // is not needed any more
  Open(word());
  Open("");
  EXPECT_EQ(config_.network, network_);
  EXPECT_GT(Run(12), second);
  const ModelInfo newest = ReadModelInfo(*NewestModelOf(folder()));
  EXPECT_EQ(newest.training.at("from"), word());
  EXPECT_THAT(newest.rules, ElementsAre("brandubh"));
  EXPECT_EQ(ReadModel(folder_->Model(0)).weights, weights_);
  CheckGames(Games());
}

TEST_F(FirstModelTest, AnotherWordIsAnError) {
  Open(word());
  const fs::path same = run() / "copy", other = run() / "another";
  fs::copy(model_, same);
  WriteRandomModel(other, network_, 5);
  EXPECT_EQ(ErrorOfOpening(same.string()), "");
  EXPECT_THAT(ErrorOfOpening(other.string()),
              HasSubstr("this run was begun from " + word() + ", not from " + other.string()));
  fs::remove(OriginFile(folder()));
  EXPECT_THAT(ErrorOfOpening(word()), HasSubstr("this run was begun from random weights"));
}

// The file of the origin of a start that was cut short must not change how the next one begins.
TEST_F(FirstModelTest, ARunBeginsFromNothingWhereAStartWasCutShort) {
  Open(word());
  fs::remove(folder() / "config.yaml");
  Open("");
  EXPECT_FALSE(config_.origin);
  EXPECT_FALSE(fs::exists(OriginFile(folder())));
  EXPECT_EQ(config_.network.blocks, NetworkConfig().blocks);
}

TEST_F(FirstModelTest, AModelThatChangedBeforeTheFirstModelWasMadeIsAnError) {
  Open(word());
  fs::remove_all(model_);
  WriteRandomModel(model_, network_, 5);
  EXPECT_THAT(ErrorOf([&] { RunTrainer(config_, *folder_); }),
              AllOf(HasSubstr(word()), HasSubstr("weights have changed")));
  EXPECT_THAT(folder_->Models(), ElementsAre());
}

TEST_F(FirstModelTest, ARunsFolderStandsForItsNewestModelAtTheBeginning) {
  const fs::path source = run() / "source";
  for (const int number : {0, 1}) {
    fs::create_directories(source / "models" / RunFolder::Numbered(number));
    WriteRandomModel(ModelFile(source / "models" / RunFolder::Numbered(number)), network_, 7);
  }
  Open(source.string());
  EXPECT_THAT(config_.origin->path, HasSubstr("models/000001"));
  fs::create_directories(source / "models/000002");
  WriteRandomModel(ModelFile(source / "models/000002"), network_, 8);
  EXPECT_EQ(ErrorOfOpening(source.string()), "");
  EXPECT_THAT(config_.origin->path, HasSubstr("models/000001"));
}

}  // namespace
}  // namespace raichi
