#include "run/resume.h"

#include <gmock/gmock.h>

#include <cmath>

#include "base/error.h"
#include "base/files/files.h"
#include "console/match_json.h"
#include "nn/input/encoder.h"
#include "nn/model/model.h"
#include "nn/model/weights.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "tests/nn/helpers.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A run folder with made-up models. The weights of model N are random, with seed N + 1.
class ResumeTest : public RunFolderCase {
 protected:
  void SetUp() override {
    RunFolderCase::SetUp();
    config_.network = TinyNetwork();
    folder_.emplace(run(), config_);
    ledger_.emplace(run());
    backup_.emplace(run());
  }

  std::vector<float> WeightsOf(int number) const {
    return InitialWeights(config_.network, config_.seed + static_cast<uint64_t>(number));
  }
  std::string ChecksumOf(int number) const {
    return WeightsChecksum(config_.network, WeightsOf(number));
  }
  void WriteModel(int number, int encoder_version = kEncoderVersion) const {
    Model model;
    model.info.network = config_.network;
    model.info.encoder_version = encoder_version;
    model.weights = WeightsOf(number);
    WriteModelFolder(folder_->Model(number), model);
  }
  void WriteState(int number, float moment = 0) const {
    TrainerState state;
    state.network = config_.network;
    state.optimizer = "adamw";
    state.weights = state.averages = WeightsOf(number);
    state.first.assign(static_cast<size_t>(CountWeights(state.network)), 0);
    state.second = state.first;
    state.second.back() = moment;
    WriteTrainerState(folder_->Optimizer(number), state);
  }
  void Enter(int number) {
    LedgerRecord record;
    record.model = number;
    record.weights = ChecksumOf(number);
    ledger_->Append(record, {});
  }
  /// Makes models 0 to `last` as a run does: all of each, but only the two newest states.
  void MakeRun(int last) {
    for (int number = 0; number <= last; ++number) {
      Enter(number);
      WriteModel(number);
      if (number > 0 && number + 2 > last) WriteState(number);
    }
  }
  ResumePoint Find() { return FindResumePoint(config_, *folder_, *ledger_, &*backup_); }
  bool IsThere(const std::string& path) const { return fs::exists(run() / path); }

  RunConfig config_;
  std::optional<RunFolder> folder_;
  std::optional<Ledger> ledger_;
  std::optional<Backup> backup_;
};

TEST_F(ResumeTest, ANewRunBeginsWithRandomWeights) {
  const ResumePoint point = Find();
  EXPECT_EQ(point.model, 0);
  EXPECT_EQ(point.state.weights, WeightsOf(0));
}

TEST_F(ResumeTest, TheNewestStateGoesOn) {
  MakeRun(3);
  const ResumePoint point = Find();
  EXPECT_EQ(point.model, 3);
  EXPECT_TRUE(point.is_state_saved);
  EXPECT_EQ(point.state.weights, WeightsOf(3));
}

TEST_F(ResumeTest, ADamagedStateIsSetAsideForTheOneBefore) {
  MakeRun(3);
  const std::string bytes = BytesOf(folder_->Optimizer(3));
  WriteBytes(folder_->Optimizer(3), bytes.substr(1));
  EXPECT_EQ(Find().model, 2);
  EXPECT_EQ(BytesOf(run() / "optimizer/000003.bad"), bytes.substr(1));
}

TEST_F(ResumeTest, AStateWithNumbersThatAreNotFiniteIsSetAsideForTheOneBefore) {
  MakeRun(3);
  WriteState(3, INFINITY);
  EXPECT_EQ(Find().model, 2);
  EXPECT_TRUE(IsThere("optimizer/000003.bad"));
}

TEST_F(ResumeTest, AStateThatTheLedgerDoesNotKnowGoesToTheBackup) {
  MakeRun(3);
  fs::copy_file(folder_->Optimizer(2), folder_->Optimizer(3), fs::copy_options::overwrite_existing);
  EXPECT_EQ(Find().model, 2);
  EXPECT_TRUE(IsThere("backups/0001/optimizer/000003"));
  EXPECT_FALSE(IsThere("optimizer/000003"));
}

TEST_F(ResumeTest, WithoutStatesTheNewestWeightsGoOn) {
  MakeRun(3);
  for (const int number : {2, 3}) WriteBytes(folder_->Optimizer(number), "junk");
  const ResumePoint point = Find();
  EXPECT_EQ(point.model, 3);
  EXPECT_FALSE(point.is_state_saved);
  EXPECT_EQ(point.state.weights, WeightsOf(3));
  EXPECT_THAT(point.state.first, IsEmpty());  // the optimizer begins anew
}

TEST_F(ResumeTest, ARunThatLostAllItsModelsNeverBeginsAgain) {
  MakeRun(3);
  fs::remove_all(folder_->models());
  fs::remove_all(run() / "optimizer");
  EXPECT_THAT(ErrorOf([&] { Find(); }), HasSubstr("neither a model nor a trainer state"));
  ledger_.emplace(run() / "none");  // without its ledger, too: its games show how far it was
  WriteBytes(folder_->games() / "000002-00-000000.games", "played by model 2");
  EXPECT_THAT(ErrorOf([&] { Find(); }), HasSubstr("neither a model nor a trainer state"));
}

TEST_F(ResumeTest, WhatAnotherVersionWroteIsRefusedAndStays) {
  MakeRun(1);
  fs::remove_all(folder_->Model(1));
  fs::remove(folder_->Optimizer(1));
  WriteModel(1, kEncoderVersion + 1);
  EXPECT_THROW(Find(), VersionError);
  EXPECT_THAT(folder_->Models(), ElementsAre(0, 1));
  EXPECT_FALSE(IsThere("models/000001.bad"));
}

TEST_F(ResumeTest, AQueryOfADamagedModelChangesNothing) {
  MakeRun(1);
  EXPECT_TRUE(folder_->HasModel(1));
  WriteBytes(folder_->Model(1) / "model.raichi", "junk");
  EXPECT_FALSE(folder_->HasModel(1));
  EXPECT_FALSE(folder_->HasModel(2));
  EXPECT_THAT(folder_->Models(), ElementsAre(0, 1));
}

TEST_F(ResumeTest, SettingBackMovesAllThatCameLater) {
  MakeRun(3);
  JsonLog progress(folder_->metrics() / "progress.jsonl");
  for (int number = 1; number <= 3; ++number) progress.Append({{"iteration", number}, {"time", 1}});
  const std::string all_progress = BytesOf(progress.path()), all_records = BytesOf(ledger_->path());
  for (const char* shard : {"000001-00-000000.games", "000002-01-000000.games"}) {
    WriteBytes(folder_->games() / shard, shard);  // as older programs did
  }
  for (const char* shard : {"000001/000001-00-000001.games", "000002/000002-01-000001.games"}) {
    fs::create_directory((folder_->games() / shard).parent_path());
    WriteBytes(folder_->games() / shard, shard);
  }
  SetBackTo(1, *folder_, &*ledger_, &*backup_);
  EXPECT_THAT(folder_->Models(), ElementsAre(0, 1));
  EXPECT_THAT(folder_->Optimizers(), IsEmpty());
  EXPECT_THAT(FilesIn(folder_->games()), ElementsAre("000001", "000001-00-000000.games"));
  EXPECT_THAT(FilesIn(folder_->games() / "000001"), ElementsAre("000001-00-000001.games"));
  EXPECT_EQ(Ledger(run()).last_model(), 1);
  EXPECT_EQ(JsonLog(progress.path()).lines().size(), 1u);
  const fs::path backup = run() / "backups/0001";
  EXPECT_EQ(NumbersInFolder(backup / "models"), std::vector<int>({2, 3}));
  EXPECT_EQ(NumbersInFolder(backup / "optimizer"), std::vector<int>({2, 3}));
  EXPECT_THAT(FilesIn(backup / "games"), ElementsAre("000002", "000002-01-000000.games"));
  EXPECT_THAT(FilesIn(backup / "games/000002"), ElementsAre("000002-01-000001.games"));
  EXPECT_EQ(BytesOf(backup / "metrics/progress.jsonl"), all_progress);
  EXPECT_EQ(BytesOf(backup / "ledger.jsonl"), all_records);
}

TEST_F(ResumeTest, SettingBackToTheNewestModelChangesNothing) {
  MakeRun(2);
  SetBackTo(2, *folder_, &*ledger_, &*backup_);
  EXPECT_FALSE(backup_->is_used());
  EXPECT_THAT(folder_->Models(), ElementsAre(0, 1, 2));
}

/// A line of metrics/matches.jsonl.
Json MatchLine(const std::string& a, const std::string& a_weights, const std::string& b) {
  Json line = ToJson(MatchResult{.a = a, .b = b, .rules = "linnaeus"});
  line["a_weights"] = a_weights;
  return line;
}

TEST_F(ResumeTest, MatchesOfOtherWeightsAndOfModelsThatAreGoneAreDropped) {
  MakeRun(2);
  JsonLog log(folder_->metrics() / "matches.jsonl");
  const Json good = MatchLine("000002", ChecksumOf(2), "random");
  const std::string other(16, '0');
  Json against = MatchLine("000002", ChecksumOf(2), "000001");
  against["b_weights"] = other;
  for (const Json& line : {MatchLine("000002", other, "random"), good, against,
                           MatchLine("000003", ChecksumOf(3), "random")}) {
    log.Append(line);
    ledger_->AppendMatch(line);
  }
  const std::string all = BytesOf(log.path());
  DropStaleMatches(*folder_, &*ledger_, &*backup_);
  EXPECT_THAT(JsonLog(log.path()).lines(), ElementsAre(good));
  EXPECT_THAT(Ledger(run()).matches(), ElementsAre(good));
  EXPECT_EQ(BytesOf(run() / "backups/0001/metrics/matches.jsonl"), all);
}

/// Replaces a part of a file, as a fault of the disk or a hand would.
void Change(const fs::path& file, const std::string& before, const std::string& now) {
  std::string text = BytesOf(file);
  ASSERT_NE(text.find(before), std::string::npos) << text;
  WriteBytes(file, text.replace(text.find(before), before.size(), now));
}

/// Takes the checksums out of a file of lines, as older programs wrote it.
void RemoveSums(const fs::path& file) {
  std::string text;
  const JsonLog log(file);
  for (const Json& line : log.lines()) text += JsonText(line) + "\n";
  WriteBytes(file, text);
}

TEST_F(ResumeTest, AChangedDigitInTheMetricsDoesNotCount) {
  MakeRun(2);
  const fs::path matches = folder_->metrics() / "matches.jsonl";
  for (const bool is_old : {false, true}) {
    SCOPED_TRACE(is_old);
    fs::remove(matches);
    ledger_.emplace(run());
    ledger_->Drop(2, [](const Json&) { return true; });
    JsonLog log(matches);
    const Json match = MatchLine("000002", ChecksumOf(2), "random");
    const Json of_evaluate = MatchLine("000001", ChecksumOf(1), "random");
    log.Append(match);
    log.Append(of_evaluate);
    ledger_->AppendMatch(match);
    if (is_old) RemoveSums(matches);
    Change(matches, "\"wins\":0", "\"wins\":1");
    RestoreMatches(*folder_, &*ledger_);
    EXPECT_THAT(JsonLog(matches).lines(), testing::UnorderedElementsAre(match, of_evaluate));
    EXPECT_THAT(Ledger(run()).matches(), ElementsAre(match, of_evaluate));
    EXPECT_TRUE(IsThere("metrics/matches.jsonl.bad"));
  }
}

TEST_F(ResumeTest, ALineOfProgressIsThatOfTheLedger) {
  MakeRun(1);
  Ledger ledger(run() / "other");
  LedgerRecord record;
  record.model = 1;
  record.progress = {{"iteration", 1}, {"time", 10}, {"games", 8}};
  fs::create_directory(run() / "other");
  ledger.Append(record, {});
  const fs::path progress = folder_->metrics() / "progress.jsonl";
  WriteBytes(progress, "{\"iteration\":1,\"time\":10,\"games\":9}\n");
  RestoreProgress(*folder_, ledger);
  EXPECT_THAT(JsonLog(progress).lines(), ElementsAre(record.progress));
  EXPECT_TRUE(IsThere("metrics/progress.jsonl.bad"));
  Json rated = record.progress;
  rated["rating"] = {{"elo", 5}, {"error", 1}};
  JsonLog(progress).ReplaceLast(rated);
  RestoreProgress(*folder_, ledger);
  EXPECT_THAT(JsonLog(progress).lines(), ElementsAre(rated));
  Change(progress, "\"games\":8", "\"games\":7");
  EXPECT_THAT(ErrorOf([&] { JsonLog{progress}; }), HasSubstr("wrong `sum`"));
}

}  // namespace
}  // namespace raichi
