#include "selfplay/play/worker.h"

#include <gtest/gtest.h>

#include "mcts/evaluators/plain_evaluators.h"
#include "tests/selfplay/evaluators.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

class WorkerTest : public testing::Test {
 protected:
  WorkerTest() {
    setup_.config.full_visits = setup_.config.fast_visits = 8;
    setup_.config.max_plies = 10;
    setup_.rules = {Variant("tawlbwrdd")};
  }
  std::optional<GameTicket> NextGame(uint64_t games, const std::string& past_model) {
    if (next_ == games) return std::nullopt;
    const Side past_side = next_ % 2 == 0 ? Side::kAttackers : Side::kDefenders;
    return GameTicket{
        .id = next_++, .model = "2", .past_model = past_model, .past_side = past_side};
  }
  std::vector<GameRecord> PlayAll(Worker* worker, uint64_t games, const std::string& past_model) {
    std::vector<GameRecord> over;
    while (worker->Step([&] { return NextGame(games, past_model); },
                        [&](FinishedGame game) { over.push_back(game.record); }) > 0) {
    }
    return over;
  }

  SelfPlaySetup setup_;
  FakeEvaluator fake_{1}, other_fake_{2};
  CountingEvaluator newest_{&fake_}, past_{&other_fake_};
  SelfPlayProgress progress_;
  uint64_t next_ = 0;
};

TEST_F(WorkerTest, BatchesOfOneModelAreFull) {
  Worker worker(&setup_, 6, &newest_, &progress_);
  EXPECT_EQ(PlayAll(&worker, 30, "").size(), 30u);
  EXPECT_EQ(newest_.largest, 6u);
  EXPECT_GT(newest_.leaves, 5 * newest_.batches);
  EXPECT_EQ(progress_.Snapshot().evaluations, newest_.leaves);
}

TEST_F(WorkerTest, BatchesOfTwoModelsAreAtLeastHalfFull) {
  Worker worker(&setup_, 6, nullptr, nullptr);
  worker.Use(&newest_, &past_, &progress_);
  const std::vector<GameRecord> games = PlayAll(&worker, 60, "1");
  EXPECT_EQ(games.size(), 60u);
  for (const GameRecord& game : games) EXPECT_NO_THROW(CheckRecord(game, setup_.rules[0]));
  EXPECT_GT(newest_.leaves, 0u);
  EXPECT_GT(past_.leaves, 0u);
  const size_t leaves = newest_.leaves + past_.leaves;
  EXPECT_GT(leaves, 29 * (newest_.batches + past_.batches) / 10);  // The last games leave gaps.
}

// A full search at a Gumbel root has several leaves at a time, so few games fill a batch.
TEST_F(WorkerTest, FewGamesWithGumbelRootsFillABatch) {
  setup_.config.search.root = RootRule::kGumbel;
  setup_.config.full_visits = 100;
  setup_.config.full_search_fraction = 1;
  std::vector<std::vector<GameRecord>> runs;
  for (const int slots : {1, 24, 70}) {
    Worker worker(&setup_, slots, &newest_, &progress_);
    newest_.largest = newest_.leaves = newest_.batches = 0;
    next_ = 0;
    runs.push_back(PlayAll(&worker, 100, ""));
    std::sort(runs.back().begin(), runs.back().end(),
              [](const auto& a, const auto& b) { return a.game_id < b.game_id; });
    EXPECT_LE(newest_.largest, static_cast<size_t>(Worker::BatchOf(slots)));
    if (slots == 24) {
      EXPECT_GT(newest_.leaves, 48 * newest_.batches);
    }
  }
  EXPECT_EQ(runs[1], runs[0]);
  EXPECT_EQ(runs[2], runs[0]);
}

// A game does not depend on which other games are played beside it.
TEST_F(WorkerTest, GamesOfTwoModelsDoNotDependOnTheSlots) {
  std::vector<std::vector<GameRecord>> runs;
  for (const int slots : {1, 5}) {
    Worker worker(&setup_, slots, nullptr, nullptr);
    worker.Use(&newest_, &past_, &progress_);
    next_ = 0;
    runs.push_back(PlayAll(&worker, 10, "1"));
    std::sort(runs.back().begin(), runs.back().end(),
              [](const auto& a, const auto& b) { return a.game_id < b.game_id; });
  }
  EXPECT_EQ(runs[0], runs[1]);
}

}  // namespace
}  // namespace raichi
