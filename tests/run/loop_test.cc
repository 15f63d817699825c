#include "run/loop.h"

#include <gmock/gmock.h>

#include <set>
#include <string>

#include "rules/canonical_yaml.h"
#include "run/evaluation/evaluation.h"
#include "run/files/ledger.h"
#include "run/files/state.h"
#include "tests/run/fake_run.h"

namespace raichi {
namespace {

using testing::HasSubstr;

class LoopTest : public FakeRun {
 protected:
  /// Opens the run anew with this budget and runs it until it ends. Returns the newest model.
  int Run(int games, RunHooks hooks = {}, const std::stop_token& stop = {}) {
    std::vector<std::string> changes = changes_;
    changes.push_back("budget.games=" + std::to_string(games));
    OpenRun(changes);
    Progress progress;
    RunLoop loop(config_, *folder_, std::move(hooks), stop, &progress);
    const bool is_finished = loop.Run();
    EXPECT_EQ(is_finished, !stop.stop_requested());
    return loop.model();
  }
  static std::vector<int> UpTo(int model) {
    std::vector<int> models(static_cast<size_t>(model) + 1);
    for (size_t i = 0; i < models.size(); ++i) models[i] = static_cast<int>(i);
    return models;
  }

  std::vector<std::string> changes_;  // to the configuration
};

TEST_F(LoopTest, ARunThatWasStoppedGoesOnToTheEndOfItsBudget) {
  std::stop_source stop;
  const int first = Run(1000, {.write_report = [&] { stop.request_stop(); }}, stop.get_token());
  EXPECT_EQ(first, 1);
  const std::vector<GameRecord> before = Games();
  const int least = static_cast<int>(before.size()) + 8;
  const int second = Run(least);
  EXPECT_GT(second, first);
  EXPECT_EQ(folder_->Models(), UpTo(second));
  const std::vector<GameRecord> games = Games();
  EXPECT_GE(std::ssize(games), least);
  CheckGames(games);
  EXPECT_EQ(Run(least), second);  // the budget is spent
  EXPECT_EQ(Games(), games);
}

TEST_F(LoopTest, TheLastGamesOfABudgetAreTrainedOnAfterAStopDuringTraining) {
  OpenRun();
  const RunTrainer first_model(config_, *folder_);
  SelfPlayStream(config_, *folder_, 0).Play(0, 8, {}, NeverEnds);
  const std::vector<GameRecord> games = Games();
  EXPECT_EQ(Run(8), 1);
  EXPECT_EQ(Games(), games);
  EXPECT_EQ(Ledger(folder_->path()).records().back().games, std::ssize(games));
  EXPECT_TRUE(LoadRunState(folder_->path()).finished);
  EXPECT_EQ(Run(8), 1);
}

TEST_F(LoopTest, AFinishedRunWithALargerBudgetIsUnfinishedFromItsStart) {
  Run(8);
  EXPECT_TRUE(LoadRunState(folder_->path()).finished);
  std::stop_source stop;
  stop.request_stop();  // before the first game
  Run(100, {}, stop.get_token());
  EXPECT_FALSE(LoadRunState(folder_->path()).finished);
}

TEST_F(LoopTest, TrainingEndsWithTheBudgetAndIsKept) {
  changes_ = {"budget.minutes=0.02", "loop.samples_per_position=1000", "train.batch=2",
              "loop.games_per_iteration=64"};
  EXPECT_EQ(Run(1000), 1);
  const JsonLog progress(folder_->metrics() / "progress.jsonl");
  ASSERT_EQ(std::ssize(progress.lines()), 1);
  const Json& training = progress.lines()[0].at("train");
  const auto planned = training.at("positions_made").get<double>() * 1000 / config_.train.batch;
  EXPECT_GE(training.at("steps").get<int>(), 1);
  EXPECT_LT(training.at("steps").get<double>(), planned);
  EXPECT_EQ(Run(1000), 1);  // nothing is left to do
}

TEST_F(LoopTest, AnEvaluationEndsWithTheBudget) {
  changes_ = {"evaluation.every=0", "evaluation.final_pairs=0"};
  const int newest = Run(8);
  // Three seconds before the end of its budget, the run is to evaluate its newest model.
  SaveRunState(folder_->path(), {.model = newest, .seconds = 57});
  changes_ = {"budget.minutes=1", "evaluation.every=1", "evaluation.pairs=1000000",
              "evaluation.final_pairs=0", "evaluation.opponents=[random]"};
  EXPECT_EQ(Run(100000), newest);
  EXPECT_TRUE(LoadRunState(folder_->path()).finished);
  const RunEvaluator evaluator(config_, *folder_, nullptr);
  const std::vector<MatchResult> played = evaluator.ResultsOf(newest);
  ASSERT_EQ(played.size(), 1u);
  EXPECT_GT(played[0].total().games(), 0u);
  EXPECT_LT(played[0].total().games(), 2000000u);
}

TEST_F(LoopTest, GamesThatComeAfterTheEndOfARunAreLeftAlone) {
  const int last = Run(8);
  SelfPlayStream(config_, *folder_, 1).Play(last, 8, {}, NeverEnds);
  EXPECT_EQ(Run(8), last);
}

TEST_F(LoopTest, GamesOfOtherPlayersCountTowardsTheBudget) {
  const auto play_elsewhere = [this] {
    if (Games().size() >= 40) return;
    SelfPlayStream(config_, *folder_, 1).Play(1, 40, {}, NeverEnds);
  };
  Run(24, {.write_report = play_elsewhere});
  const std::vector<GameRecord> games = Games();
  EXPECT_GE(std::ssize(games), 40);
  EXPECT_EQ(Ledger(folder_->path()).records().back().games, std::ssize(games));
}

TEST_F(LoopTest, ARunWhoseTrainingDivergesGoesOnFromItsLastGoodModelWithALowerRate) {
  const int last = Run(16);
  const std::string state = BytesOf(folder_->Optimizer(last));
  const std::string ledger = BytesOf(run() / "ledger.jsonl");
  changes_ = {"train.learning_rate=2"};
  for (int start = 0; start < 2; ++start) {
    EXPECT_THAT(
        ErrorOf([&] { Run(40); }),
        HasSubstr("the weights contain NaN or infinity; model " + RunFolder::Numbered(last) +
                  " stays the newest, and the same command goes on from it with a lower "
                  "rate: add train.learning_rate=0.2"));
    EXPECT_EQ(folder_->Models(), UpTo(last));
    EXPECT_EQ(BytesOf(folder_->Optimizer(last)), state);
    EXPECT_EQ(BytesOf(run() / "ledger.jsonl"), ledger);
  }
  const int64_t steps = ReadTrainerState(folder_->Optimizer(last)).step;
  changes_ = {"train.learning_rate=0.001"};
  const int newest = Run(40);
  EXPECT_GT(newest, last);
  EXPECT_EQ(ReadTrainerState(folder_->Optimizer(newest)).moments_begin, steps);
  EXPECT_TRUE(LoadRunState(folder_->path()).finished);
}

TEST_F(LoopTest, AStateWhoseNetworkGivesNoNumbersIsSetAside) {
  const int last = Run(16);
  TrainerState state = ReadTrainerState(folder_->Optimizer(last));
  state.weights.front() = FakeBackend::kNoNumber;
  WriteTrainerState(folder_->Optimizer(last), state);
  OpenRun();
  EXPECT_EQ(RunTrainer(config_, *folder_).model(), last - 1);
  EXPECT_GE(Run(24), last);
}

TEST_F(LoopTest, AFileForTensorBoardThatCannotBeWrittenDoesNotStopARun) {
  const auto remove = [this] {
    std::filesystem::remove(folder_->metrics() / "events.out.tfevents.raichi");
  };
  EXPECT_GT(Run(16, {.write_report = remove}), 1);
  EXPECT_TRUE(LoadRunState(folder_->path()).finished);
}

TEST_F(LoopTest, RandomRulesAreLearntButNotNamed) {
  changes_ = {"random_rules.count=3", "random_rules.share=0.5"};
  const int last = Run(60);
  std::set<std::string> named, played;
  int random = 0;
  for (const RulesPtr& rules : config_.rule_sets) named.insert(RecordedRules(rules->data()));
  const std::vector<GameRecord> games = Games();
  for (const GameRecord& game : games) {
    EXPECT_TRUE(named.contains(game.rules_yaml));
    played.insert(game.rules_yaml);
    random += game.rules_yaml != RecordedRules(config_.rule_sets[0]->data()) ? 1 : 0;
  }
  EXPECT_EQ(played, named);
  EXPECT_NEAR(random, static_cast<double>(games.size()) / 2, 20);
  const ModelInfo info = ReadModelInfo(folder_->Model(last));
  EXPECT_THAT(info.rules, testing::ElementsAre("brandubh"));
}

}  // namespace
}  // namespace raichi
