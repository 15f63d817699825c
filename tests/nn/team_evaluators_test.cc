#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
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
  EXPECT_THROW(TeamEvaluators(file_, {.batch = 40000}, 2), UsageError);
  TeamEvaluators missing(folder_ / "no", {.batch = 1}, 2);
  for (int attempt = 0; attempt < 3; ++attempt) EXPECT_THROW(missing.Open(0), Error);
}

/// Counts the parts of each computation. Fails where it is told to.
class CountedBatch : public SharedBatch {
 public:
  void Load(const BatchPart&) override {}
  void Compute(std::span<const BatchPart> batch) override {
    parts.push_back(batch.size());
    if (fails_to_compute) throw Error("no");
  }
  void Read(const BatchPart&, std::span<Evaluation>) const override {
    if (fails_to_read) throw Error("no");
  }

  std::vector<size_t> parts;
  std::atomic<bool> fails_to_compute = false, fails_to_read = false;
};

class BatchTeamTest : public testing::Test {
 protected:
  static constexpr size_t kSeats = 4;

  void Begin(std::chrono::milliseconds patience,
             std::function<BatchTeam::Clock::time_point()> now = BatchTeam::Clock::now) {
    auto batch = std::make_unique<CountedBatch>();
    batch_ = batch.get();
    const auto team = std::make_shared<BatchTeam>(std::move(batch), kSeats, 1, patience, now);
    for (size_t i = 0; i < kSeats; ++i) seats_.push_back(std::make_unique<BatchTeam::Seat>(team));
  }
  /// Each of the first `threads` seats evaluates a leaf `rounds` times. Returns the number of
  /// errors.
  int Errors(size_t threads, int rounds) {
    std::atomic<int> errors = 0;
    std::vector<std::jthread> running;
    for (size_t i = 0; i < threads; ++i) {
      running.emplace_back([&, i] {
        std::vector<Evaluation> out(1);
        for (int round = 0; round < rounds; ++round) {
          try {
            seats_[i]->Evaluate(positions_.leaves(), out);
          } catch (const Error&) {
            ++errors;
          }
        }
      });
    }
    running.clear();
    return errors;
  }

  const Positions positions_{"linnaeus", 1, 1};
  CountedBatch* batch_ = nullptr;
  std::vector<std::unique_ptr<BatchTeam::Seat>> seats_;
};

TEST_F(BatchTeamTest, EachBatchHasALeafOfEveryMember) {
  Begin(std::chrono::hours(1));
  EXPECT_EQ(Errors(kSeats, 10), 0);
  EXPECT_EQ(batch_->parts, std::vector<size_t>(10, kSeats));
}

TEST_F(BatchTeamTest, DoesNotWaitForThoseWhoHaveLeft) {
  Begin(std::chrono::hours(1));
  seats_.pop_back();
  EXPECT_EQ(Errors(kSeats - 1, 5), 0);
  EXPECT_EQ(batch_->parts, std::vector<size_t>(5, kSeats - 1));
}

TEST_F(BatchTeamTest, WaitsNoLongerThanItsPatience) {
  Begin(std::chrono::milliseconds(0));
  EXPECT_EQ(Errors(1, 3), 0);
  EXPECT_EQ(batch_->parts, std::vector<size_t>(3, 1));
}

TEST_F(BatchTeamTest, DoesNotWaitForEverIfItsPatienceEndsWhileItLooks) {
  const auto begin = BatchTeam::Clock::now();
  int looks = 0;
  Begin(std::chrono::milliseconds(1), [&] {
    ++looks;  // the second look is just before the deadline, the third just at it
    return looks == 1   ? begin
           : looks == 2 ? begin + std::chrono::milliseconds(1) - std::chrono::nanoseconds(1)
                        : begin + std::chrono::milliseconds(1);
  });
  EXPECT_EQ(Errors(1, 1), 0);
  EXPECT_EQ(batch_->parts, std::vector<size_t>(1, 1));
}

TEST_F(BatchTeamTest, AnErrorReachesAllThreadsOfItsBatchAndNoOther) {
  Begin(std::chrono::hours(1));
  for (std::atomic<bool>* fails : {&batch_->fails_to_compute, &batch_->fails_to_read}) {
    *fails = true;
    EXPECT_EQ(Errors(kSeats, 3), 3 * static_cast<int>(kSeats));
    *fails = false;
    EXPECT_EQ(Errors(kSeats, 3), 0);
  }
}

}  // namespace
}  // namespace raichi
