#include "run/evaluation/evaluation.h"

#include <gmock/gmock.h>

#include "base/files/files.h"
#include "console/match_json.h"
#include "nn/model/model.h"
#include "run/files/folder.h"
#include "run/resume.h"
#include "tests/nn/fake_backend.h"
#include "tests/nn/helpers.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::ContainsRegex;
using testing::Each;
using testing::IsEmpty;
using testing::Not;

/// A run whose model 000001 has played its only pair of games, against `random`.
class EvaluationTest : public RunFolderCase {
 protected:
  void SetUp() override {
    RunFolderCase::SetUp();
    config_.network = TinyNetwork(7);
    config_.rules = {"brandubh"};
    config_.workers.workers = 1;
    config_.evaluation.visits = 2;
    config_.evaluation.opponents = {"random"};
    folder_.emplace(run(), config_);
    std::filesystem::create_directory(folder_->Model(1));
    WriteRandomModel(folder_->Model(1) / "model.raichi", config_.network, 1);
    ledger_.emplace(run());
    Evaluate();
  }
  void Evaluate() {
    RunEvaluator evaluator(config_, *folder_, &*ledger_);
    EXPECT_TRUE(evaluator.Evaluate(1, 1, {}, [](const std::string&) { return false; }));
  }
  JsonLog Log() const { return JsonLog(folder_->metrics() / "matches.jsonl"); }
  /// Evaluates again after a change of the line in the log; returns the number of lines then.
  size_t LinesAfter(const std::string& key, const Json& value) {
    Json line = Log().lines().at(0);
    EXPECT_NE(line.at(key), value);
    if (!value.is_null()) line[key] = value;
    if (value.is_null()) line.erase(key);
    Log().Replace({line});
    Evaluate();
    return Log().lines().size();
  }

  const FakeBackend backend_;
  RunConfig config_;
  std::optional<RunFolder> folder_;
  std::optional<Ledger> ledger_;
};

TEST_F(EvaluationTest, AResultNamesItsRulesAndWeights) {
  const std::vector<Json> lines = Log().lines();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(MatchResultFromJson(lines[0]).total().games(), 2u);
  EXPECT_EQ(lines[0].at("a_weights"), WeightsChecksum(folder_->Model(1)));
  const uint64_t fingerprint = OpenRulesOf(config_)[0]->fingerprint();
  EXPECT_EQ(std::stoull(lines[0].at("rules_id").get<std::string>(), nullptr, 16), fingerprint);
  EXPECT_EQ(Ledger(run()).matches(), lines);
}

TEST_F(EvaluationTest, TheTickNamesTheMatchAndTheTimeLeftForAll) {
  RunEvaluator evaluator(config_, *folder_, &*ledger_);
  std::vector<std::string> said;
  const auto tick = [&](const std::string& what) {
    said.push_back(what);
    return false;
  };
  EXPECT_TRUE(evaluator.Evaluate(1, 4, {}, tick));
  EXPECT_THAT(said, Not(IsEmpty()));
  EXPECT_THAT(said, Each(ContainsRegex("^evaluation, (about [0-9:]+ left|working for [0-9:]+): "
                                       "000001 against random, pair [0-3] of 3$")));
}

TEST_F(EvaluationTest, AnOpponentThatIsNamedTwiceIsMetOnce) {
  config_.evaluation.opponents = {"greedy", "greedy"};
  Evaluate();
  EXPECT_EQ(Log().lines().size(), 2u);
}

TEST_F(EvaluationTest, AResultCountsForItsRulesAlone) {
  EXPECT_EQ(LinesAfter("rules_id", "0123456789abcdef"), 2u);
}

TEST_F(EvaluationTest, AResultCountsForItsWeightsAlone) {
  EXPECT_EQ(LinesAfter("a_weights", "0123456789abcdef"), 2u);
}

TEST_F(EvaluationTest, LinesOfOlderProgramsCountByName) {
  EXPECT_EQ(LinesAfter("rules_id", nullptr), 1u);
  EXPECT_EQ(LinesAfter("a_weights", nullptr), 1u);
}

TEST_F(EvaluationTest, AnEvaluatorApartLeavesTheLedgerAlone) {
  const std::string ledger = BytesOf(run() / "ledger.jsonl");
  RunEvaluator evaluator(config_, *folder_, nullptr);
  EXPECT_TRUE(evaluator.IsEvaluated(1, 1));
  EXPECT_FALSE(evaluator.IsEvaluated(1, 3));
  EXPECT_TRUE(evaluator.Evaluate(1, 3, {}, [](const std::string&) { return false; }));
  EXPECT_EQ(evaluator.games_played(), 4);
  EXPECT_TRUE(evaluator.IsEvaluated(1, 3));
  EXPECT_EQ(Log().lines().size(), 2u);
  EXPECT_EQ(BytesOf(run() / "ledger.jsonl"), ledger);

  RestoreMatches(*folder_, &*ledger_);  // the owner's next start
  EXPECT_EQ(Ledger(run()).matches(), Log().lines());
}

TEST_F(EvaluationTest, NothingIsLostIfTwoProcessesWriteInTurn) {
  RunEvaluator owner(config_, *folder_, &*ledger_);
  RunEvaluator apart(config_, *folder_, nullptr);
  const auto evaluate = [](RunEvaluator* evaluator, int pairs) {
    return evaluator->Evaluate(1, pairs, {}, [](const std::string&) { return false; });
  };
  EXPECT_TRUE(evaluate(&apart, 2));
  EXPECT_TRUE(evaluate(&owner, 2));  // sees that nothing is left to play
  EXPECT_EQ(owner.games_played(), 0);
  EXPECT_TRUE(evaluate(&owner, 3));
  EXPECT_TRUE(evaluate(&apart, 4));
  EXPECT_EQ(Log().lines().size(), 4u);
  EXPECT_EQ(apart.ResultsOf(1).at(0).total().games(), 8u);
  owner.Reload();
  EXPECT_EQ(owner.ResultsOf(1).at(0).total().games(), 8u);
}

TEST_F(EvaluationTest, ALineThatIsThereTwiceCountsOnce) {
  const Json line = Log().lines().at(0);
  Log().Replace({line, line});
  RunEvaluator evaluator(config_, *folder_, &*ledger_);
  EXPECT_EQ(evaluator.ResultsOf(1).at(0).total().games(), 2u);
  EXPECT_FALSE(evaluator.IsEvaluated(1, 2));
  EXPECT_EQ(Log().lines(), std::vector{line});
  EXPECT_TRUE(std::filesystem::exists(folder_->metrics() / "matches.jsonl.bad"));
}

TEST_F(EvaluationTest, EachPairOfAMatchHasItsOwnNumber) {
  const auto evaluate = [this](int pairs) {
    RunEvaluator evaluator(config_, *folder_, &*ledger_);
    EXPECT_TRUE(evaluator.Evaluate(1, pairs, {}, [](const std::string&) { return false; }));
    return Log().lines().back().at("first_pair").get<int>();
  };
  EXPECT_EQ(evaluate(1), 0);
  EXPECT_EQ(evaluate(3), 1);
  Json older = Log().lines().at(1);
  Log().Replace({older});  // the first line is lost
  EXPECT_EQ(evaluate(4), 3);
  older.erase("first_pair");
  Log().Replace({older});
  EXPECT_EQ(evaluate(3), 2);
}

TEST_F(EvaluationTest, AMatchDoesNotCountIfItsModelIsReplacedMeanwhile) {
  RunEvaluator apart(config_, *folder_, nullptr);
  const auto replace = [&](const std::string&) {
    WriteRandomModel(folder_->Model(1) / "model.raichi", config_.network, 2);
    return false;
  };
  EXPECT_TRUE(apart.Evaluate(1, 2, {}, replace));
  EXPECT_EQ(Log().lines().size(), 1u);
}

TEST_F(EvaluationTest, BlocksThatAreThereAreNotPlayedAgain) {
  const auto evaluate = [this](const RunEvaluator::Tick& tick) {
    RunEvaluator apart(config_, *folder_, nullptr);
    apart.Evaluate(1, 40, {}, tick);
    return apart.games_played();
  };
  const auto has_blocks = [this](const std::string&) {
    for (const auto& offer : ListFolder(run() / "evaluation")) {
      if (Exists(offer / "000004.games")) return true;
    }
    return false;
  };
  const int64_t before = evaluate(has_blocks);  // ends early
  EXPECT_EQ(Log().lines().size(), 1u);
  const int64_t after = evaluate([](const std::string&) { return false; });
  EXPECT_EQ(Log().lines().size(), 2u);
  EXPECT_EQ(MatchResultFromJson(Log().lines()[1]).total().games(), 78u);
  EXPECT_LT(after, 78);
  EXPECT_GE(before + after, 78);
  EXPECT_THAT(ListFolder(run() / "evaluation"), testing::ElementsAre(run() / "evaluation/claims"));
}

TEST_F(EvaluationTest, AHelperPlaysOnlyWhatIsOffered) {
  RunEvaluator helper(config_, *folder_, nullptr);
  const auto no = [](const std::string&) { return false; };
  helper.Help({}, no);
  EXPECT_EQ(helper.model(), -1);
  RunEvaluator apart(config_, *folder_, nullptr);
  EXPECT_FALSE(apart.Evaluate(1, 40, {}, [](const std::string&) { return true; }));
  const auto offers = ListFolder(run() / "evaluation");  // `claims` is the last
  ASSERT_EQ(offers.size(), 2u);
  helper.Help({}, no);
  EXPECT_EQ(helper.model(), 1);
  EXPECT_GT(helper.games_played(), 0);
  EXPECT_EQ(Log().lines().size(), 1u);  // only the holder of the lock writes
  EXPECT_TRUE(apart.Evaluate(1, 40, {}, no));
  EXPECT_EQ(Log().lines().size(), 2u);

  // Not with another precision, nor with damaged plans.
  EXPECT_FALSE(apart.Evaluate(1, 80, {}, [](const std::string&) { return true; }));
  RunConfig other = config_;
  other.workers.precision = "bf16";
  RunEvaluator stranger(other, *folder_, nullptr);
  stranger.Help({}, no);
  EXPECT_EQ(stranger.games_played(), 0);
  AtomicWrite(ListFolder(run() / "evaluation").front() / "match.json", "{}");
  RunEvaluator late(config_, *folder_, nullptr);
  late.Help({}, no);
  EXPECT_EQ(late.games_played(), 0);
}

TEST_F(EvaluationTest, OnlyTheOwnerSetsADamagedModelAside) {
  std::filesystem::create_directory(folder_->Model(2));
  WriteRandomModel(folder_->Model(2) / "model.raichi", config_.network, 2);
  AtomicWrite(folder_->Model(1) / "model.raichi", "damaged");
  RunEvaluator apart(config_, *folder_, nullptr);
  EXPECT_TRUE(apart.Evaluate(2, 1, {}, [](const std::string&) { return false; }));
  EXPECT_TRUE(std::filesystem::exists(folder_->Model(1)));
  EXPECT_EQ(Log().lines().size(), 2u);  // against the fixed player alone
}

}  // namespace
}  // namespace raichi
