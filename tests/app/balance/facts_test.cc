#include "app/balance/study/facts.h"

#include <gtest/gtest.h>

#include <vector>

#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {
namespace {

/// A record with the first legal moves and these values, each for the side to move.
GameRecord RecordWith(const RulesPtr& rules, Result result, const std::vector<float>& values) {
  GameRecord record;
  record.result = result;
  record.reason = Reason::kKingCaptured;
  Game game(rules);
  for (const float value : values) {
    MoveList legal;
    game.LegalMoves(&legal);
    record.turns.push_back({.move = legal[0], .visits = {}, .root_value = value, .surprise = {}});
    game.Play(legal[0]);
  }
  return record;
}

TEST(GameFacts, DramaIsHowFarTheWinnerWasBehind) {
  const RulesPtr rules = OpenRules("linnaeus");
  // For the attackers: 0.5, 0.5, -0.75, -1.
  const std::vector<float> values = {0.5f, -0.5f, -0.75f, 1.0f};
  const GameFacts lost = FactsOf(RecordWith(rules, Result::kDefendersWin, values), rules);
  EXPECT_FLOAT_EQ(static_cast<float>(lost.drama), (0.5f + 0.5f) / 4);
  const GameFacts won = FactsOf(RecordWith(rules, Result::kAttackersWin, values), rules);
  EXPECT_FLOAT_EQ(static_cast<float>(won.drama), (0.75f + 1.0f) / 4);
  const GameFacts drawn = FactsOf(RecordWith(rules, Result::kDraw, values), rules);
  EXPECT_EQ(drawn.drama, 0);
  EXPECT_EQ(drawn.plies, 4);
  EXPECT_EQ(won.result, Result::kAttackersWin);
  EXPECT_EQ(won.reason, Reason::kKingCaptured);
}

TEST(GameFacts, ValuesAreThoseOfTheSideToMove) {
  const RulesPtr rules = OpenRules("linnaeus+first=defenders");
  const GameFacts facts = FactsOf(RecordWith(rules, Result::kAttackersWin, {0.5f, 0.5f}), rules);
  EXPECT_FLOAT_EQ(static_cast<float>(facts.drama), 0.25f);  // the attackers: -0.5, then 0.5
  EXPECT_EQ(facts.lead_changes, 1);
}

TEST(GameFacts, SmallValuesChangeNoLead) {
  const RulesPtr rules = OpenRules("linnaeus");
  const auto changes = [&](const std::vector<float>& of_attackers) {
    std::vector<float> values = of_attackers;
    for (size_t i = 1; i < values.size(); i += 2) values[i] = -values[i];
    return FactsOf(RecordWith(rules, Result::kDraw, values), rules).lead_changes;
  };
  EXPECT_EQ(changes({0.5f, 0.5f, -0.5f, -0.5f, 0.5f}), 2);
  EXPECT_EQ(changes({0.5f, -0.05f, 0, 0.5f, 0.05f}), 0);
  EXPECT_EQ(changes({0.5f, -0.05f, -0.2f, 0, 0.2f}), 2);
  EXPECT_EQ(changes({0, 0, 0.5f}), 0);  // the first lead is no change
  EXPECT_EQ(changes({}), 0);
}

TEST(GameFacts, TheFirstMoveStandsForItsClass) {
  const RulesPtr rules = OpenRules("linnaeus");
  GameRecord one = RecordWith(rules, Result::kDraw, {0}), other = one;
  one.turns[0].move = ParseLegalMove(Game(rules), "d1-c1");
  other.turns[0].move = ParseLegalMove(Game(rules), "i6-i7");
  EXPECT_EQ(FactsOf(one, rules).first_move, FactsOf(other, rules).first_move);
  other.turns[0].move = ParseLegalMove(Game(rules), "i6-i8");
  EXPECT_NE(FactsOf(one, rules).first_move, FactsOf(other, rules).first_move);
}

TEST(GameFacts, MirroredMovesAreTheSame) {
  const RulesPtr rules = OpenRules("linnaeus");
  const auto checksum = [&](const char* first, const char* second, size_t most) {
    GameRecord record = RecordWith(rules, Result::kDraw, {0, 0});
    record.turns[0].move = ParseMove(first, 9);
    record.turns[1].move = ParseMove(second, 9);
    return ChecksumOfMoves(record, *rules, most);
  };
  const uint32_t game = checksum("d1-c1", "e3-c3", 2);
  EXPECT_EQ(game, checksum("f1-g1", "e3-g3", 2));  // mirrored
  EXPECT_EQ(game, checksum("i6-i7", "g5-g7", 2));  // turned
  EXPECT_NE(game, checksum("f1-g1", "e3-c3", 2));  // the second move on the other side
  EXPECT_EQ(checksum("d1-c1", "e3-c3", 1), checksum("f1-g1", "e3-c3", 1));
}

TEST(CrossPlayOf, GamesOfOneOpeningAreToldApartByTheirMoves) {
  std::vector<PlayedGame> games(3);
  games[1].line = games[2].line = 7;
  const auto play_of = [&] { return CrossPlayOf({&games[0], &games[1], &games[2]}, 1); };
  CrossPlay play = play_of();
  EXPECT_TRUE(play.has_one_opening);
  EXPECT_EQ(play.games[0].opening, 0u);
  EXPECT_EQ(play.games[2].opening, 7u);
  games[2].opening = 1;
  play = play_of();
  EXPECT_FALSE(play.has_one_opening);
  EXPECT_EQ(play.games[1].opening, 0u);
  games = std::vector<PlayedGame>(3);  // the same game three times
  EXPECT_EQ(play_of().games.size(), 1u);
}

}  // namespace
}  // namespace raichi
