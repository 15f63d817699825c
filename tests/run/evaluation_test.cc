#include "run/evaluation/evaluation.h"

#include <gmock/gmock.h>

#include <functional>
#include <utility>

#include "base/error.h"
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

/// Evaluators that share matches.
class SharedEvaluationTest : public EvaluationTest {
 protected:
  struct Killed {};

  static bool GoOn(const std::string&) { return false; }
  std::filesystem::path offers() const { return run() / "evaluation"; }
  /// The blocks of all offers.
  std::vector<std::filesystem::path> Blocks() const {
    std::vector<std::filesystem::path> blocks;
    for (const auto& offer : ListFolder(offers())) {
      for (const auto& file : ListFolder(offer)) {
        if (file.extension() == ".games") blocks.push_back(file);
      }
    }
    return blocks;
  }
  /// A tick that calls `then` once there are so many blocks, and returns what that returns.
  RunEvaluator::Tick AtBlocks(size_t blocks, const std::function<bool()>& then) const {
    return [=, this](const std::string&) { return Blocks().size() >= blocks && then(); };
  }
  /// Evaluates until there are two blocks, and leaves everything as a process that is killed.
  void BeginAndKill(int pairs) {
    const size_t before = Log().lines().size();
    RunEvaluator apart(config_, *folder_, nullptr);
    const auto die = []() -> bool { throw Killed(); };
    EXPECT_THROW(apart.Evaluate(1, pairs, {}, AtBlocks(2, die)), Killed);
    EXPECT_EQ(Log().lines().size(), before);
  }
  /// Evaluates to the end; returns the games that this took.
  int64_t EvaluateApart(int pairs) {
    RunEvaluator apart(config_, *folder_, nullptr);
    EXPECT_TRUE(apart.Evaluate(1, pairs, {}, GoOn));
    ExpectAll(pairs);
    return apart.games_played();
  }
  /// Expects each pair in the results once, and that nothing is offered any more.
  void ExpectAll(int pairs) {
    RunEvaluator reader(config_, *folder_, nullptr);
    EXPECT_EQ(reader.ResultsOf(1).at(0).total().games(), static_cast<size_t>(2 * pairs));
    EXPECT_TRUE(reader.IsEvaluated(1, pairs));
    EXPECT_THAT(ListFolder(offers()), testing::ElementsAre(offers() / "claims"));
    EXPECT_FALSE(Exists(folder_->metrics() / "matches.jsonl.bad"));
  }
};

TEST_F(SharedEvaluationTest, BlocksThatAreThereAreNotPlayedAgain) {
  BeginAndKill(40);
  EXPECT_LE(EvaluateApart(40), 78 - 16);
  EXPECT_EQ(Log().lines().size(), 2u);
}

TEST_F(SharedEvaluationTest, AStoppedEvaluationRecordsItsFinishedPairs) {
  RunEvaluator apart(config_, *folder_, nullptr);
  EXPECT_FALSE(apart.Evaluate(1, 40, {}, AtBlocks(2, [] { return true; })));
  ASSERT_EQ(Log().lines().size(), 2u);
  EXPECT_GE(MatchResultFromJson(Log().lines()[1]).total().games(), 16u);
  EXPECT_THAT(ListFolder(offers()), testing::ElementsAre(offers() / "claims"));
  EXPECT_LE(EvaluateApart(40), 78 - 16);
}

TEST_F(SharedEvaluationTest, TheFinishedPairsOfAnotherOfferAreRecorded) {
  BeginAndKill(40);
  EXPECT_LE(EvaluateApart(60), 118 - 16);
  EXPECT_EQ(Log().lines().size(), 3u);
}

TEST_F(SharedEvaluationTest, TheOwnerRecordsAndEndsWhatEvaluatorsOffered) {
  BeginAndKill(40);
  RunEvaluator owner(config_, *folder_, &*ledger_);
  EXPECT_TRUE(owner.Evaluate(1, 40, {}, GoOn));
  EXPECT_LE(owner.games_played(), 78 - 16);
  ExpectAll(40);
  EXPECT_EQ(Ledger(run()).matches(), Log().lines());
}

TEST_F(SharedEvaluationTest, AnOfferThatOutlivesItsResultIsRemoved) {
  BeginAndKill(40);
  std::filesystem::copy(offers(), run() / "copy", std::filesystem::copy_options::recursive);
  EvaluateApart(40);
  std::filesystem::copy(
      run() / "copy", offers(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::skip_existing);
  ASSERT_FALSE(Blocks().empty());
  RunEvaluator(config_, *folder_, nullptr).EndOffers();
  ExpectAll(40);
}

TEST_F(SharedEvaluationTest, TheLocksHolderPlaysADamagedBlockAgain) {
  BeginAndKill(40);
  AtomicWrite(Blocks().at(1), "damaged");
  RunEvaluator helper(config_, *folder_, nullptr);
  helper.Help({}, GoOn);
  EXPECT_EQ(BytesOf(Blocks().at(1)), "damaged");
  EvaluateApart(40);
}

TEST_F(SharedEvaluationTest, BlocksStayIfAModelCannotBeReadForAMoment) {
  const std::filesystem::path model = folder_->Model(1) / "model.raichi";
  const auto hide = [&] {
    std::filesystem::rename(model, run() / "hidden");
    std::filesystem::create_directory(model);
    return false;
  };
  RunEvaluator apart(config_, *folder_, nullptr);
  bool is_hidden = false;
  EXPECT_THROW(
      apart.Evaluate(1, 40, {},
                     AtBlocks(2, [&] { return std::exchange(is_hidden, true) ? false : hide(); })),
      ReadError);
  std::filesystem::remove(model);
  std::filesystem::rename(run() / "hidden", model);
  EXPECT_LE(EvaluateApart(40), 78 - 16);
}

TEST_F(SharedEvaluationTest, AHelperPlaysOnlyWhatIsOffered) {
  ASSERT_EQ(config_.workers.precision, "auto");
  RunConfig exact = config_;  // what `auto` is here
  exact.workers.precision = "f32";
  RunEvaluator helper(exact, *folder_, nullptr);
  helper.Help({}, GoOn);
  EXPECT_EQ(helper.model(), -1);
  BeginAndKill(40);
  RemoveFile(Blocks().front());  // so that there is one to play, however late the process died
  helper.Help({}, GoOn);
  EXPECT_EQ(helper.model(), 1);
  EXPECT_GT(helper.games_played(), 0);
  EXPECT_EQ(Log().lines().size(), 1u);  // only the holder of the lock writes
  EXPECT_EQ(EvaluateApart(40), 0);

  // Not where `auto` is another precision, nor with damaged plans.
  BeginAndKill(80);
  {
    const FakeBackend gpu(1);
    RunEvaluator stranger(config_, *folder_, nullptr);
    stranger.Help({}, GoOn);
    EXPECT_EQ(stranger.games_played(), 0);
  }
  AtomicWrite(ListFolder(offers()).front() / "match.json", "{}");
  RunEvaluator late(config_, *folder_, nullptr);
  late.Help({}, GoOn);
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
