#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "base/error.h"
#include "nn/backend/batch_team.h"
#include "nn/backend/network_evaluator.h"
#include "nn/model/model.h"
#include "tests/nn/fake_backend.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

/// Threads whose evaluators share batches of a fake GPU.
class TeamEvaluatorsTest : public testing::Test {
 protected:
  static constexpr size_t kLeaves = 7;

  TeamEvaluatorsTest() { WriteRandomModel(file_, TinyNetwork(), 1); }

  /// Each thread evaluates other leaves in each round. Thread i plays `rounds(i)` rounds. Returns
  /// the number of wrong answers.
  int Wrong(int threads, int team, const std::function<int(int)>& rounds) {
    const auto alone = OpenNetworkEvaluator(file_, {.device = "cpu"});
    std::vector<Evaluation> expected(positions_.leaves().size());
    alone->Evaluate(positions_.leaves(), expected);
    TeamEvaluators evaluators(file_, {.batch = kLeaves}, team);
    std::atomic<int> wrong = 0;
    std::vector<std::jthread> running;
    for (int i = 0; i < threads; ++i) {
      running.emplace_back([&, i] {
        const auto evaluator = evaluators.Open(i);
        for (int round = 0; round < rounds(i); ++round) {
          const auto first = static_cast<size_t>(13 * i + 5 * round) % (expected.size() - kLeaves);
          const size_t count = 1 + static_cast<size_t>(i + round) % kLeaves;
          std::vector<Evaluation> out(count);
          evaluator->Evaluate(std::span(positions_.leaves()).subspan(first, count), out);
          for (size_t j = 0; j < count; ++j) {
            wrong += out[j].win != expected[first + j].win ||
                     out[j].priors != expected[first + j].priors;
          }
        }
      });
    }
    running.clear();
    return wrong;
  }

  FakeBackend backend_{2};
  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "model.raichi";
  const Positions positions_{"linnaeus", 60, 1};
};

TEST_F(TeamEvaluatorsTest, EachThreadGetsItsOwnAnswers) {
  EXPECT_EQ(Wrong(12, 3, [](int) { return 40; }), 0);
  EXPECT_EQ(Wrong(5, 4, [](int) { return 40; }), 0);
  EXPECT_EQ(Wrong(3, 1, [](int) { return 5; }), 0);
}

TEST_F(TeamEvaluatorsTest, ThreadsMayComeAndGo) {
  EXPECT_EQ(Wrong(8, 4, [](int i) { return 10 * i; }), 0);
}

TEST_F(TeamEvaluatorsTest, AThreadThatIsBusyElsewhereIsNotWaitedFor) {
  TeamEvaluators evaluators(file_, {.batch = kLeaves}, 2);
  const auto busy = evaluators.Open(0);
  const auto working = evaluators.Open(2);  // on the same GPU
  std::vector<Evaluation> out(1);
  working->Evaluate(std::span(positions_.leaves()).first(1), out);
  EXPECT_FALSE(out[0].priors.empty());
}

TEST_F(TeamEvaluatorsTest, TellsWhereItComputes) {
  TeamEvaluators evaluators(file_, {.batch = kLeaves}, 2);
  NetworkEvaluatorInfo info;
  evaluators.Open(1, &info);
  EXPECT_EQ(info.device, "cuda:1");
  EXPECT_TRUE(info.reduced);
  EXPECT_THROW(TeamEvaluators(file_, {.batch = 0}, 2), UsageError);
  EXPECT_THROW(TeamEvaluators(folder_ / "no", {.batch = 1}, 2).Open(0), Error);
}

/// Fails at every other batch.
class FailingBatch : public SharedBatch {
 public:
  void Load(const BatchPart&) override {}
  void Compute(std::span<const BatchPart>) override {
    if (++computed_ % 2 == 0) throw Error("no");
  }
  void Read(const BatchPart&, std::span<Evaluation>) const override {}

 private:
  int computed_ = 0;
};

TEST(BatchTeam, AnErrorReachesAllThreadsOfItsBatchAndNoOther) {
  const Positions positions("linnaeus", 1, 1);
  const auto team = std::make_shared<BatchTeam>(std::make_unique<FailingBatch>(), 1, 1);
  BatchTeam::Seat seat(team);
  std::vector<Evaluation> out(1);
  for (int round = 0; round < 3; ++round) {
    EXPECT_NO_THROW(seat.Evaluate(positions.leaves(), out));
    EXPECT_THROW(seat.Evaluate(positions.leaves(), out), Error);
  }
}

/// Answers cannot be read while `fails`.
class UnreadableBatch : public SharedBatch {
 public:
  explicit UnreadableBatch(const bool* fails) : fails_(*fails) {}
  void Load(const BatchPart&) override {}
  void Compute(std::span<const BatchPart>) override {}
  void Read(const BatchPart&, std::span<Evaluation>) const override {
    if (fails_) throw Error("no");
  }

 private:
  const bool& fails_;
};

TEST(BatchTeam, GoesOnAfterAnswersThatCannotBeRead) {
  const Positions positions("linnaeus", 1, 1);
  bool fails = true;
  BatchTeam::Seat seat(
      std::make_shared<BatchTeam>(std::make_unique<UnreadableBatch>(&fails), 1, 1));
  std::vector<Evaluation> out(1);
  EXPECT_THROW(seat.Evaluate(positions.leaves(), out), Error);
  fails = false;
  EXPECT_NO_THROW(seat.Evaluate(positions.leaves(), out));
}

}  // namespace
}  // namespace raichi
