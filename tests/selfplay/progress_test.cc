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

TEST(SelfPlayProgressTest, MeasuresTheModelByTargetsAndOutcomesThatItHasNotLearned) {
  SelfPlayProgress progress;
  FinishedGame game = EndOf(Result::kDefendersWin, Reason::kKingEscaped);
  game.first = Side::kDefenders;
  game.record.turns.resize(3);
  game.record.turns[0] = {.full_search = true, .raw_value = 0.5f, .surprise = 0.25f};
  game.record.turns[1] = {.full_search = true, .raw_value = 0.5f, .surprise = 0.75f};
  game.record.turns[2] = {.raw_value = -1, .surprise = 1.0f};  // no target
  progress.AddGame(game);
  game.record.reason = Reason::kPlyLimit;  // has no outcome
  progress.AddGame(game);
  const SelfPlayStats stats = progress.Snapshot();
  EXPECT_EQ(stats.Surprise(), 0.5);
  EXPECT_EQ(stats.ValueError(), (0.25 + 2.25) / 2);  // 0.5 from 1, then from -1
}

}  // namespace
}  // namespace raichi
