// Tests of games: all kinds of repetition, limits, taking back, resigning, raichi and tuichu.
#include "rules/game.h"

#include <gtest/gtest.h>

#include "rules/notation.h"
#include "tests/support/comparison.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

constexpr const char* kOpen = R"(
    ..t......
    .........
    ......K..
    .........
    .........
    ..T......
    .........
    .........
    t........)";

RulesPtr With(const std::function<void(RuleSet*)>& change) {
  RuleSet rules = Variant("linnaeus")->data();
  change(&rules);
  return std::make_shared<Rules>(rules);
}

RulesPtr WithRepetition(int count, RepetitionResult result) {
  return With([=](RuleSet* rules) { rules->repetition = {count, result}; });
}

/// Plays `plies` plies in which the attackers move c9-d9 and back and the defenders c4-d4 and back.
/// Returns the outcome; the game must be ongoing before each ply.
std::string Shuffle(Scene* scene, int plies) {
  const std::vector<std::string> cycle = {"c9-d9", "c4-d4", "d9-c9", "d4-c4"};
  for (int i = 0; i < plies; ++i) {
    EXPECT_EQ(scene->Outcome(), "ongoing") << i;
    scene->Play(cycle[static_cast<size_t>(i % 4)]);
  }
  return scene->Outcome();
}

TEST(Repetition, ThirdOccurrenceDraws) {
  Scene scene(WithRepetition(3, RepetitionResult::kDraw), Side::kAttackers, kOpen);
  EXPECT_EQ(Shuffle(&scene, 7), "ongoing");
  EXPECT_EQ(scene.game().Occurrences(), 2);
  scene.Play("d4-c4");
  EXPECT_EQ(scene.Outcome(), "draw: repetition");
  EXPECT_EQ(scene.game().Occurrences(), 3);
}

TEST(Repetition, CountIsOfTheRules) {
  Scene two(WithRepetition(2, RepetitionResult::kDraw), Side::kAttackers, kOpen);
  EXPECT_EQ(Shuffle(&two, 4), "draw: repetition");
  Scene five(WithRepetition(5, RepetitionResult::kDraw), Side::kAttackers, kOpen);
  EXPECT_EQ(Shuffle(&five, 16), "draw: repetition");
  Scene free(WithRepetition(0, RepetitionResult::kDraw), Side::kAttackers, kOpen);
  EXPECT_EQ(Shuffle(&free, 400), "ongoing");
  EXPECT_EQ(free.game().Occurrences(), 101);
}

TEST(Repetition, MoverLoses) {
  Scene defenders(WithRepetition(3, RepetitionResult::kMoverLoses), Side::kAttackers, kOpen);
  EXPECT_EQ(Shuffle(&defenders, 8), "attackers: repetition");
  Scene attackers(WithRepetition(3, RepetitionResult::kMoverLoses), Side::kAttackers, kOpen);
  attackers.Play("c9-b9");
  attackers.Play("c4-d4");
  for (const char* move : {"b9-c9", "d4-c4", "c9-b9", "c4-d4", "b9-c9", "d4-c4"}) {
    attackers.Play(move);
  }
  EXPECT_EQ(attackers.Outcome(), "attackers: repetition");
  Scene by_attacker(WithRepetition(2, RepetitionResult::kMoverLoses), Side::kDefenders, kOpen);
  for (const char* move : {"c4-d4", "c9-d9", "d4-c4", "d9-c9"}) by_attacker.Play(move);
  EXPECT_EQ(by_attacker.Outcome(), "defenders: repetition");
}

TEST(Repetition, DefendersLoseWhoeverMoved) {
  Scene by_defender(WithRepetition(3, RepetitionResult::kDefendersLose), Side::kAttackers, kOpen);
  EXPECT_EQ(Shuffle(&by_defender, 8), "attackers: repetition");
  Scene by_attacker(WithRepetition(2, RepetitionResult::kDefendersLose), Side::kDefenders, kOpen);
  for (const char* move : {"c4-d4", "c9-d9", "d4-c4", "d9-c9"}) by_attacker.Play(move);
  EXPECT_EQ(by_attacker.Outcome(), "attackers: repetition");
}

TEST(Repetition, IllegalTakesTheMoveAway) {
  Scene scene(WithRepetition(2, RepetitionResult::kIllegal), Side::kAttackers, kOpen);
  EXPECT_EQ(Shuffle(&scene, 3), "ongoing");
  EXPECT_FALSE(scene.Allows("d4-c4"));
  EXPECT_FALSE(scene.game().IsLegal(ParseMove("d4-c4", 9)));
  EXPECT_TRUE(scene.Allows("d4-e4"));
  EXPECT_TRUE(IsLegal(scene.game().rules(), scene.game().position(), ParseMove("d4-c4", 9)))
      << "the position alone does not forbid it";
  Scene third(WithRepetition(3, RepetitionResult::kIllegal), Side::kAttackers, kOpen);
  Shuffle(&third, 3);
  EXPECT_TRUE(third.Allows("d4-c4"));
}

TEST(Repetition, OtherSideToMoveIsAnotherPosition) {
  Scene scene(WithRepetition(2, RepetitionResult::kDraw), Side::kAttackers, kOpen);
  for (const char* move : {"c9-e9", "c4-d4", "e9-d9", "d4-c4", "d9-c9"}) scene.Play(move);
  EXPECT_EQ(scene.Outcome(), "ongoing") << "the start's squares, but the defenders to move";
}

TEST(Repetition, CampStateIsPartOfThePosition) {
  const RulesPtr rules = With([](RuleSet* set) {
    set->camps = CampRules{{Square(3, 9), Square(4, 9)},
                           {ClassSet::kAttackers},
                           {ClassSet::kAttackersSameCamp},
                           {},
                           {}};
    set->repetition = {2, RepetitionResult::kDraw};
  });
  Scene scene(rules, Side::kAttackers, kOpen);
  for (const char* move : {"c9-c8", "c4-d4", "c8-c9", "d4-c4"}) scene.Play(move);
  EXPECT_EQ(scene.Outcome(), "ongoing") << "the man has left its camp and come back";
  for (const char* move : {"c9-c8", "c4-d4", "c8-c9", "d4-c4"}) {
    if (!scene.game().IsOver()) scene.Play(move);
  }
  EXPECT_EQ(scene.Outcome(), "draw: repetition");
}

TEST(Limits, QuietPliesDrawAndCapturesStartThemAnew) {
  const RulesPtr rules = With([](RuleSet* set) { set->quiet_limit = 4; });
  Scene scene(rules, Side::kAttackers, R"(
    .........
    ......K..
    ..tT.....
    .........
    ....t....
    ..T......
    .........
    .........
    t........)");
  scene.Play("a1-a2");
  scene.Play("c4-d4");
  EXPECT_EQ(scene.game().quiet_plies(), 2);
  EXPECT_EQ(scene.Play("e5-e7"), "d7");
  EXPECT_EQ(scene.game().quiet_plies(), 0);
  for (const char* move : {"d4-c4", "a2-a3", "c4-d4"}) scene.Play(move);
  EXPECT_EQ(scene.Outcome(), "ongoing");
  scene.Play("a3-a2");
  EXPECT_EQ(scene.Outcome(), "draw: quiet limit");
}

TEST(Limits, PliesDraw) {
  Scene scene(With([](RuleSet* set) { set->ply_limit = 5; }), Side::kAttackers, kOpen);
  EXPECT_EQ(Shuffle(&scene, 4), "ongoing");
  scene.Play("c9-b9");
  EXPECT_EQ(scene.Outcome(), "draw: ply limit");
}

TEST(Limits, EarlierEndsComeFirst) {
  const RulesPtr rules = With([](RuleSet* set) {
    set->repetition = {2, RepetitionResult::kDefendersLose};
    set->quiet_limit = set->ply_limit = 4;
  });
  Scene repeated(rules, Side::kAttackers, kOpen);
  EXPECT_EQ(Shuffle(&repeated, 4), "attackers: repetition");
  Scene quiet(rules, Side::kAttackers, kOpen);
  for (const char* move : {"c9-b9", "c4-d4", "b9-c9", "d4-e4"}) quiet.Play(move);
  EXPECT_EQ(quiet.Outcome(), "draw: quiet limit");
  Scene escaped(rules, Side::kAttackers, kOpen);
  for (const char* move : {"c9-b9", "c4-d4", "b9-c9", "g7-g9"}) escaped.Play(move);
  EXPECT_EQ(escaped.Outcome(), "defenders: king escaped");
}

TEST(Game, TakesBackAndRewinds) {
  Rng rng(71);
  for (const std::string& name : VariantNames()) {
    Game game(Variant(name));
    std::vector<Game> before;
    while (!game.IsOver() && game.ply() < 60) {
      before.push_back(game);
      MoveList moves;
      game.LegalMoves(&moves);
      game.Play(moves[rng.Below(static_cast<uint32_t>(moves.size()))]);
    }
    for (int ply = game.ply(); ply > 0;) {
      const bool one = rng.Below(2) == 0;
      ply = one ? ply - 1 : static_cast<int>(rng.Below(static_cast<uint32_t>(ply)));
      one ? game.TakeBack() : game.Rewind(ply);
      const Game& then = before[static_cast<size_t>(ply)];
      EXPECT_EQ(game.ply(), ply);
      EXPECT_EQ(game.position(), then.position());
      EXPECT_EQ(game.StateHash(), then.StateHash());
      EXPECT_EQ(game.quiet_plies(), then.quiet_plies());
      EXPECT_EQ(game.Occurrences(), then.Occurrences());
      EXPECT_FALSE(game.IsOver());
    }
    EXPECT_EQ(game.position(), Variant(name)->start());
  }
}

TEST(Game, RemembersItsMovesAndPositions) {
  Game game(Variant("linnaeus"));
  for (const char* text : {"d1-c1", "e3-c3"}) game.Play(ParseLegalMove(game, text));
  ASSERT_EQ(game.moves().size(), 2u);
  EXPECT_EQ(ToString(game.moves()[1]), "e3-c3");
  EXPECT_EQ(game.PositionAt(0), game.rules().start());
  EXPECT_EQ(game.PositionAt(2), game.position());
  EXPECT_EQ(game.PositionAt(1).At(Square(3, 1)), PieceClass::kAttacker);
}

TEST(Game, CountsMoreQuietPliesThanSixteenBitsHold) {
  constexpr int kPlies = 33'000;
  Scene scene(WithRepetition(kPlies / 4, RepetitionResult::kDraw), Side::kAttackers, kOpen);
  Game game = scene.game();
  const std::vector<std::string> cycle = {"c9-d9", "c4-d4", "d9-c9", "d4-c4"};
  std::vector<Move> moves;
  for (const std::string& move : cycle) moves.push_back(ParseMove(move, 9));
  for (size_t ply = 0; !game.IsOver(); ++ply) game.Play(moves[ply % 4]);
  EXPECT_EQ(game.quiet_plies(), kPlies - 4);
  EXPECT_EQ(game.Occurrences(), kPlies / 4);
  EXPECT_EQ(game.reason(), Reason::kRepetition);
}

TEST(Game, RunningOutOfTimeEndsItForTheOpponent) {
  Game game(Variant("linnaeus"));
  game.RunOutOfTime(Side::kDefenders);
  EXPECT_EQ(game.result(), Result::kAttackersWin);
  EXPECT_EQ(game.reason(), Reason::kOutOfTime);
}

TEST(Game, ResigningEndsItForTheOpponent) {
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    Game game(Variant("linnaeus"));
    game.Play(ParseLegalMove(game, "d1-c1"));
    game.Resign(side);
    EXPECT_TRUE(game.IsOver());
    EXPECT_EQ(game.result(), WinFor(Opponent(side)));
    EXPECT_EQ(game.reason(), Reason::kResigned);
    MoveList moves;
    game.LegalMoves(&moves);
    EXPECT_TRUE(moves.empty());
    EXPECT_FALSE(game.IsLegal(ParseMove("e3-c3", 9)));
    game.TakeBack();
    EXPECT_FALSE(game.IsOver());
  }
}

TEST(Game, PositionWithoutMovesIsOverAtOnce) {
  Scene scene("linnaeus", Side::kDefenders, R"(
    .........
    .........
    ....t....
    ...tTt...
    ..tTKTt..
    ...tTt...
    ....t....
    .........
    .........)");
  EXPECT_EQ(scene.Outcome(), "attackers: no moves");
}

TEST(KingRoads, CountsLinesToTheGoal) {
  const auto roads = [](const char* variant, const char* squares) {
    return KingRoads(*Variant(variant), ParsePosition(*Variant(variant), squares));
  };
  EXPECT_EQ(roads("linnaeus", "9/9/9/9/2K6/9/9/9/t8 a"), 3) << "the empty castle bars the fourth";
  EXPECT_EQ(roads("linnaeus-salmi", "9/9/9/9/2K6/9/9/9/t8 a"), 4);
  EXPECT_EQ(roads("linnaeus", "9/9/2t6/9/t1K6/9/9/9/9 a"), 1) << "raichi";
  EXPECT_EQ(roads("linnaeus", "9/9/2t6/t1K6/9/9/9/9/9 a"), 2) << "tuichu";
  EXPECT_EQ(roads("linnaeus", "9/9/2t6/t1K1t4/2T6/9/9/9/9 a"), 0);
  EXPECT_EQ(roads("tablutzero", "2K6/9/9/9/9/9/9/9/t8 a"), 2) << "corners along the rim";
  EXPECT_EQ(roads("tablutzero", "9/9/2K6/9/9/9/9/9/t8 a"), 0) << "no corner in line";
}

}  // namespace
}  // namespace raichi
