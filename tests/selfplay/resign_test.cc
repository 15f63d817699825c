#include <gtest/gtest.h>

#include "selfplay/play/worker.h"
#include "tests/selfplay/evaluators.h"
#include "tests/selfplay/slot_games.h"

namespace raichi {
namespace {

class ResignTest : public testing::Test {
 protected:
  ResignTest() {
    setup_.config.search.prove = false;
    setup_.config.resign_threshold = 0.9f;
    setup_.config.resign_consecutive = 3;
    setup_.config.resign_playout_fraction = 0;
    setup_.config.max_plies = 30;
  }
  GameRecord Play() { return Finish().record; }
  FinishedGame Finish() {
    GameSlot slot(&setup_);
    return PlayGame(&slot, 0, &evaluator_);
  }

  SelfPlaySetup setup_ = SmallSetup("tawlbwrdd");
  PessimistAbout evaluator_{Side::kDefenders};
};

TEST_F(ResignTest, AtTheThirdBadTurnRunning) {
  const GameRecord record = Play();
  EXPECT_EQ(record.turns.size(), 5u);  // The defenders' turns are plies 1, 3 and 5.
  EXPECT_EQ(record.would_resign_ply, 5);
  EXPECT_EQ(record.result, Result::kAttackersWin);
  EXPECT_EQ(record.reason, Reason::kResigned);
  EXPECT_FALSE(record.resign_disabled);
  EXPECT_NO_THROW(CheckRecord(record, setup_.rules[0]));
}

TEST_F(ResignTest, NotWithoutAThreshold) {
  setup_.config.resign_threshold = 1;
  const GameRecord record = Play();
  EXPECT_EQ(record.turns.size(), 30u);
  EXPECT_EQ(record.would_resign_ply, -1);
  EXPECT_FALSE(record.resign_disabled);
}

TEST_F(ResignTest, PlayedOutGamesRememberTheFirstPlyAndCountFalseResigns) {
  setup_.config.resign_playout_fraction = 1;
  const FinishedGame game = Finish();
  EXPECT_EQ(game.record.turns.size(), 30u);
  EXPECT_EQ(game.record.would_resign_ply, 5);
  EXPECT_EQ(game.would_resign, Side::kDefenders);
  EXPECT_TRUE(game.record.resign_disabled);

  SelfPlayProgress progress;
  progress.AddGame(game);  // A draw, so resigning would have been wrong.
  FinishedGame lost = game;
  lost.record.result = Result::kAttackersWin;
  progress.AddGame(lost);
  const SelfPlayStats stats = progress.Snapshot();
  EXPECT_EQ(stats.resign_tests, 2u);
  EXPECT_EQ(stats.FalseResignRate(), 0.5);
  EXPECT_EQ(stats.cut_games, 2u);
  EXPECT_EQ(stats.plies, 60u);
  EXPECT_EQ(stats.searched_turns, 60u);
  EXPECT_EQ(stats.draws, 1u);
  EXPECT_EQ(stats.attackers_wins, 1u);
}

}  // namespace
}  // namespace raichi
