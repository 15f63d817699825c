#include <gtest/gtest.h>

#include "selfplay/play/worker.h"

namespace raichi {
namespace {

FinishedGame EndOf(Result result, Reason reason) {
  FinishedGame game;
  game.record.result = result;
  game.record.reason = reason;
  return game;
}

TEST(SelfPlayProgressTest, CountsHowGamesEnd) {
  SelfPlayProgress progress;
  progress.AddGame(EndOf(Result::kDraw, Reason::kRepetition));
  progress.AddGame(EndOf(Result::kDefendersWin, Reason::kRepetition));  // So under some rules.
  progress.AddGame(EndOf(Result::kDraw, Reason::kPlyLimit));
  progress.AddGame(EndOf(Result::kAttackersWin, Reason::kResigned));
  progress.AddGame(EndOf(Result::kDefendersWin, Reason::kKingEscaped));
  const SelfPlayStats stats = progress.Snapshot();
  EXPECT_EQ(stats.games, 5u);
  EXPECT_EQ(stats.attackers_wins, 1u);
  EXPECT_EQ(stats.defenders_wins, 2u);
  EXPECT_EQ(stats.draws, 2u);
  EXPECT_EQ(stats.repetitions, 2u);
  EXPECT_EQ(stats.cut_games, 1u);
  EXPECT_EQ(stats.resigned, 1u);
}

}  // namespace
}  // namespace raichi
