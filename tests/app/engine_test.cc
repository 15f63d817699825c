#include "app/engine/engine.h"

#include <gmock/gmock.h>

#include "app/engine/session.h"
#include "base/error.h"
#include "mcts/players/players.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {
namespace {

using testing::MatchesRegex;
using testing::SizeIs;

Engine NewEngine(const std::string& word) { return Engine(ParsePlayer(word), 1); }

Game At(const std::string& rules_name, const std::string& position) {
  const RulesPtr rules = OpenRules(rules_name);
  return Game(rules, ParsePosition(*rules, position));
}

void ThinkToTheEnd(Engine* engine) {
  while (engine->Step()) {
  }
}

TEST(EngineTest, SpendsTheVisitsThatItMay) {
  Engine engine = NewEngine("playouts:1000");
  const Game game(OpenRules("linnaeus"));
  engine.Begin(game, {.visits = 70});
  EXPECT_EQ(engine.Visits(), 0);
  ThinkToTheEnd(&engine);
  EXPECT_EQ(engine.Visits(), 70);
  EXPECT_TRUE(game.IsLegal(engine.Choose()));
  EXPECT_THAT(engine.Lines(3), SizeIs(3));
  EXPECT_EQ(engine.Lines(1)[0].move, engine.Choose());
}

TEST(EngineTest, ItsPlayersWordLimitsItToo) {
  Engine engine = NewEngine("playouts:30");
  engine.Begin(Game(OpenRules("linnaeus")), {});
  ThinkToTheEnd(&engine);
  EXPECT_EQ(engine.Visits(), 30);
}

TEST(EngineTest, LongSearchesGoOnPiecewise) {
  Engine engine = NewEngine("playouts:9000");
  engine.Begin(At("brandubh", "1t5/7/7/2K4/3T3/T1T2T1/4t2 a"), {});
  ThinkToTheEnd(&engine);
  EXPECT_TRUE(engine.Visits() == 9000 || engine.Lines(1)[0].proof != Proof::kNone);
}

TEST(EngineTest, WithoutTimeAMoveIsFoundAtOnce) {
  Engine engine = NewEngine("playouts:1000");
  const Game game = At("linnaeus", "9/9/9/9/3tT4/9/6K2/9/t8 d");
  engine.Begin(game, {.seconds = 0});
  EXPECT_FALSE(engine.Step());
  EXPECT_EQ(ToString(engine.Choose().from()), "g3");
  EXPECT_THAT(engine.Lines(1), SizeIs(0));
}

TEST(EngineTest, RefusedMovesAreNotChosen) {
  const Game game = At("linnaeus", "9/9/9/9/9/3t5/9/1K7/9 a");
  for (const int visits : {0, 1, 40}) {
    Engine engine = NewEngine("playouts:100");
    engine.Begin(game, {.visits = visits});
    ThinkToTheEnd(&engine);
    MoveList moves;
    game.LegalMoves(&moves);
    std::vector<Move> refused;
    for (size_t i = 0; i < moves.size(); ++i) {
      const Move move = engine.Choose(refused);
      EXPECT_TRUE(game.IsLegal(move));
      EXPECT_THAT(refused, testing::Not(testing::Contains(move)));
      refused.push_back(move);
    }
    EXPECT_TRUE(engine.Choose(refused).IsNone());
  }
}

TEST(EngineTest, KeepsItsTreeFromMoveToMove) {
  Engine engine = NewEngine("playouts:400");
  Game game(OpenRules("brandubh"));
  engine.Begin(game, {});
  ThinkToTheEnd(&engine);
  game.Play(engine.Choose());
  engine.Begin(game, {.visits = 1});
  EXPECT_GT(engine.Visits(), 1);
  EXPECT_EQ(engine.NewVisits(), 0);
  engine.Begin(Game(OpenRules("tablutzero")), {});
  EXPECT_EQ(engine.Visits(), 0);
}

TEST(EngineTest, LimitsMayBeSetAnew) {
  Engine engine = NewEngine("playouts:1000000");
  engine.Begin(Game(OpenRules("linnaeus")), {});
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(engine.Step());
  engine.Limit({.seconds = 0});
  EXPECT_FALSE(engine.Step());
}

// The attacker on a1 has only one square to move to.
TEST(EngineTest, ASingleMoveNeedsNoThoughtUnderAClock) {
  Engine engine = NewEngine("playouts:1000000");
  engine.Begin(At("linnaeus", "9/9/9/9/4K4/9/T8/9/tT7 a"),
               {.seconds = 3600, .may_end_early = true});
  ThinkToTheEnd(&engine);
  EXPECT_EQ(ToString(engine.Choose()), "a1-a2");
  EXPECT_LE(engine.Visits(), 2);
}

TEST(EngineTest, PlayersThatDoNotSearchDecideInOneStep) {
  const Game game(OpenRules("linnaeus"));
  for (const char* word : {"random", "greedy", "alphabeta:2"}) {
    Engine engine = NewEngine(word);
    engine.Warm(game);
    engine.Begin(game, {});
    EXPECT_FALSE(engine.Step());
    EXPECT_TRUE(game.IsLegal(engine.Choose()));
    ASSERT_THAT(engine.Lines(2), SizeIs(1));
    EXPECT_EQ(engine.Lines(2)[0].move, engine.Choose());
  }
}

TEST(EngineTest, ADeepAlphaBetaEndsWithItsTimeOrWhenInterrupted) {
  const Game game(OpenRules("linnaeus"));
  Engine timed(ParsePlayer("alphabeta:30"), 1);
  timed.Begin(game, {.seconds = 0.2});
  EXPECT_FALSE(timed.Step());
  EXPECT_GE(timed.Seconds(), 0.2);
  EXPECT_TRUE(game.IsLegal(timed.Choose()));
  int asked = 0;
  Engine interrupted(ParsePlayer("alphabeta:30"), 1, [&asked] { return ++asked == 20; });
  interrupted.Begin(game, {});
  EXPECT_FALSE(interrupted.Step());
  EXPECT_TRUE(game.IsLegal(interrupted.Choose()));
}

TEST(EngineOpenerTest, KnowsShippedRulesByWhatTheySay) {
  RuleSet rules = OpenRules("brandubh")->data();
  rules.name = "mine";
  EXPECT_EQ(ShippedName(Rules(rules)), "brandubh");
  rules.quiet_limit = 33;
  EXPECT_EQ(ShippedName(Rules(rules)), "mine");
  rules.name = "brandubh";
  EXPECT_THAT(ShippedName(Rules(rules)), MatchesRegex("brandubh-[0-9a-f]{8}"));
  EXPECT_EQ(ShippedName(Rules(rules)), DistinctName(Rules(rules)));
}

TEST(EngineOpenerTest, OpensOnlyWhatIsNotOpen) {
  EngineOpener opener({.model = "playouts:5"}, {});
  const Game game(OpenRules("linnaeus"));
  Engine* const engine = opener.Open(game);
  EXPECT_EQ(opener.Open(game), engine);
  EXPECT_EQ(opener.Open(Game(OpenRules("brandubh"))), engine);
  opener.Set({.model = "greedy"});
  EXPECT_EQ(opener.Open(game)->kind().name(), "greedy");
  opener.Set({.model = "nobody"});
  EXPECT_THROW(opener.Open(game), UsageError);
}

}  // namespace
}  // namespace raichi
