#include <gtest/gtest.h>

#include <cmath>

#include "app/report/games.h"
#include "app/report/replay.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {
namespace {

CheckedGame MakeGame(Result result, size_t plies) {
  const Move move = ParseMove("d1-c1", 7), other = ParseMove("d1-b1", 7),
             third = ParseMove("d2-c2", 7);
  CheckedGame game;
  game.rules = OpenRules("brandubh");
  game.record.result = result;
  game.record.reason = Reason::kNoMoves;
  game.record.turns.resize(
      plies, {.move = move, .full_search = true, .visits = {{move, 1}, {other, 1}, {third, 2}}});
  return game;
}

TEST(SummarizeGamesTest, CountsAndEntropy) {
  std::vector<CheckedGame> games = {MakeGame(Result::kAttackersWin, 3), MakeGame(Result::kDraw, 1),
                                    MakeGame(Result::kAttackersWin, 1)};
  games[0].model = 12;
  games[2].model = 9;
  games[0].record.attackers = "000003";  // a past model
  games[0].record.turns[1].full_search = false;
  games[0].record.turns[2].visits.clear();
  const Json json = SummarizeGames(games);
  EXPECT_EQ(json["games"], 3);
  EXPECT_EQ(json["positions"], 5);
  EXPECT_EQ(json["first"], 9);
  EXPECT_EQ(json["last"], 12);
  EXPECT_EQ(json["attackers"], 2);
  EXPECT_EQ(json["draws"], 1);
  EXPECT_EQ(json["defenders"], 0);
  EXPECT_EQ(json["width"], 1);
  EXPECT_EQ(json["lengths"], Json({{0, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 0, 0}}));
  EXPECT_EQ(json["full_searches"], 3);
  ASSERT_EQ(json["entropy"].size(), 1u);  // the entropy of the shares 1/4, 1/4 and 1/2
  EXPECT_NEAR(json["entropy"][0].get<double>(), 1.5 * std::log(2), 1e-5);
  EXPECT_EQ(json["endings"][0]["result"], "attackers");
  EXPECT_EQ(json["endings"][0]["games"], 2);
  EXPECT_TRUE(SummarizeGames({}).is_null());
}

TEST(ReplayTest, ValuesAreForTheAttackersAndPositionsFollowTheMoves) {
  CheckedGame game = MakeGame(Result::kDraw, 0);
  for (const char* text : {"d1-c1", "d3-c3"}) {
    const Move move = ParseMove(text, 7);
    game.record.turns.push_back(
        {.move = move, .visits = {{move, 1}}, .root_value = 0.5, .raw_value = 0.25});
  }
  game.record.turns.push_back({.move = ParseMove("c1-c2", 7)});
  const Json json = ReplayToJson(game);
  EXPECT_EQ(json["values"], Json({0.5, -0.5, nullptr}));
  EXPECT_EQ(json["network"], Json({0.25, -0.25, nullptr}));
  ASSERT_EQ(json["positions"].size(), 4u);
  EXPECT_EQ(json["positions"][0], "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3");
  EXPECT_EQ(json["positions"][3], "3t3/3t3/3T3/ttTKTtt/2T4/2tt3/7");
  EXPECT_EQ(json["first"], "attackers");
}

TEST(ReplayTest, GamesOfMatchesHaveTheValuesOfTheirPlayers) {
  CheckedGame game = MakeGame(Result::kDraw, 0);
  for (const char* text : {"d1-c1", "d3-c3"})
    game.record.turns.push_back({.move = ParseMove(text, 7)});
  EXPECT_EQ(ReplayToJson(game)["values"], Json({nullptr, nullptr}));  // chosen by chance
  game.record.turns[1].root_value = 0.5;
  EXPECT_EQ(ReplayToJson(game)["values"], Json({0.0, -0.5}));
  EXPECT_EQ(ReplayToJson(game)["network"], Json({nullptr, nullptr}));
}

TEST(SamplesTest, SomeOfEachResult) {
  std::vector<CheckedGame> games(40, MakeGame(Result::kAttackersWin, 1));
  games.push_back(MakeGame(Result::kDefendersWin, 1));
  games.push_back(MakeGame(Result::kDraw, 0));  // a game without moves
  const Json samples = SamplesOf(games);
  ASSERT_EQ(samples.size(), 5u);
  EXPECT_EQ(samples[0]["result"], "attackers");
  EXPECT_EQ(samples[4]["result"], "defenders");
}

}  // namespace
}  // namespace raichi
