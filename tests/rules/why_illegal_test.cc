#include "rules/why_illegal.h"

#include <gtest/gtest.h>

#include "rules/notation.h"
#include "tests/support/comparison.h"
#include "tests/support/family_rules.h"
#include "tests/support/made_boards.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

std::string Why(const Game& game, const std::string& move) {
  return WhyIllegal(game, ParseMove(move, game.rules().size()));
}

TEST(WhyIllegal, SaysWhoStandsWhere) {
  Scene scene("linnaeus", Side::kDefenders, R"(
    .........
    .........
    ..tT.....
    .........
    ....K.T..
    ..T......
    .........
    .........
    .........)");
  const Game& game = scene.game();
  EXPECT_EQ(Why(game, "a1-a5"), "there is no piece on a1");
  EXPECT_EQ(Why(game, "c7-c8"),
            "the attacker on c7 does not belong to the defenders, who are to move");
  EXPECT_EQ(Why(game, "d7-a7"), "the attacker on c7 is in the way");
  EXPECT_EQ(Why(game, "d7-c7"), "the attacker on c7 is already there");
  EXPECT_EQ(Why(game, "e5-i5"), "the defender on g5 is in the way");
  EXPECT_EQ(Why(game, "g5-e5"), "the king on e5 is already there");
  EXPECT_EQ(Why(game, "d7-d1"), "");
}

TEST(WhyIllegal, NamesTheSquaresThatAreForbidden) {
  Scene throne("linnaeus", Side::kAttackers, R"(
    .........
    .........
    .........
    .........
    ..t......
    .........
    ....K....
    .........
    .........)");
  EXPECT_EQ(Why(throne.game(), "c5-e5"), "attackers may not stop on the throne e5");
  EXPECT_EQ(Why(throne.game(), "c5-g5"), "attackers may not pass over the throne e5");
  Scene corner("brandubh", Side::kDefenders, R"(
    .......
    .......
    .......
    .......
    ...K...
    .t.....
    ..T....)");
  EXPECT_EQ(Why(corner.game(), "c1-a1"), "defenders may not stop on the corner square a1");
  Scene camps("ashton-bologna", Side::kAttackers, R"(
    .........
    .........
    ...K.....
    .........
    .........
    t........
    .........
    ..t......
    .........)");
  EXPECT_EQ(Why(camps.game(), "c2-e2"),
            "attackers from elsewhere may not stop on the camp square e2");
  EXPECT_EQ(Why(camps.game(), "c2-g2"),
            "attackers from elsewhere may not pass over the camp square e2");
  EXPECT_EQ(Why(camps.game(), "a4-a6"), "");
}

TEST(WhyIllegal, NamesSpeedsAndClosedCamps) {
  Scene scene(RoyalCamps(), Side::kDefenders, R"(
    ....b....
    .........
    .........
    .........
    .........
    ..K......
    .........
    .........
    ...T.....)");
  EXPECT_EQ(Why(scene.game(), "c4-h4"), "the king may move at most 4 squares");
  EXPECT_EQ(Why(scene.game(), "d1-e1"), "defenders may not stop on the closed camp's square e1");
}

TEST(WhyIllegal, NamesRepetition) {
  RuleSet rules = Variant("linnaeus")->data();
  rules.repetition = {.count = 2, .result = RepetitionResult::kIllegal};
  Game game(std::make_shared<Rules>(rules));
  for (const char* move : {"d1-c1", "e3-d3", "c1-d1"}) game.Play(ParseLegalMove(game, move));
  EXPECT_EQ(Why(game, "d3-e3"), "this position would occur 2 times, which the rules forbid");
}

/// Checks that exactly the illegal moves have a reason.
void ExpectReasons(const Game& game) {
  const int size = game.rules().size();
  for (int from = 0; from < size * size; ++from) {
    const Square s(from % size + 1, from / size + 1);
    for (int i = 1; i <= size; ++i) {
      for (const Move move : {Move::AlongRank(s, i), Move::AlongFile(s, i)}) {
        if (move.from() == move.to()) continue;
        ASSERT_EQ(WhyIllegal(game, move).empty(), game.IsLegal(move))
            << ToString(move) << " in " << ToString(game.rules(), game.position());
      }
    }
  }
}

TEST(WhyIllegal, EveryIllegalMoveHasAReasonAndNoLegalOne) {
  Rng rng(57);
  const int rule_sets = Scaled(200);
  for (int i = 0; i < rule_sets && !testing::Test::HasFatalFailure(); ++i) {
    const std::vector<std::string> names = VariantNames();
    const RulesPtr rules = i % 8 == 0   ? RoyalCamps()
                           : i % 2 == 0 ? RandomRules(&rng)
                                        : Variant(Pick(names, &rng));
    Game game(rules);
    for (int ply = 0; ply < 12 && !game.IsOver(); ++ply) {
      ExpectReasons(game);
      MoveList moves;
      game.LegalMoves(&moves);
      game.Play(moves[rng.Below(static_cast<uint32_t>(moves.size()))]);
    }
  }
}

}  // namespace
}  // namespace raichi
