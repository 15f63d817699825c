#include "mcts/players/players.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/players/levels.h"
#include "mcts/players/player.h"
#include "mcts/players/random_turns.h"
#include "mcts/players/search_player.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/mcts/helpers.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

/// Returns the move that `player` decides on, using its kind's evaluator.
Move Decide(const PlayerKind& kind, Player* player, const Game& game) {
  player->BeginTurn(game);
  Think(player, kind.evaluator());
  return player->ChooseMove();
}

Move DecideAt(const char* word, const char* position, uint64_t seed = 1) {
  const auto kind = ParsePlayer(word);
  const auto player = kind->NewPlayer();
  const Game game = GameAt(OpenRules("linnaeus"), position);
  player->NewGame(game, seed);
  return Decide(*kind, player.get(), game);
}

/// Returns the moves of a game between two players of the same kind.
std::vector<Move> SelfPlay(const std::string& word, const std::string& rules, uint64_t seed,
                           int plies) {
  const auto kind = ParsePlayer(word);
  Game game(OpenRules(rules));
  const std::array<std::unique_ptr<Player>, 2> players = {kind->NewPlayer(), kind->NewPlayer()};
  for (const auto& player : players) player->NewGame(game, seed);
  while (!game.IsOver() && game.ply() < plies) {
    Player* player = players[static_cast<size_t>(game.to_move())].get();
    const Move move = Decide(*kind, player, game);
    if (!game.IsLegal(move)) {
      ADD_FAILURE() << word << " plays " << ToString(move) << " in " << rules;
      break;
    }
    game.Play(move);
  }
  return {game.moves().begin(), game.moves().end()};
}

TEST(ParsePlayer, KnowsItsWords) {
  for (const char* word : {"random", "greedy", "playouts:5", "alphabeta:2"}) {
    const auto kind = ParsePlayer(word);
    ASSERT_NE(kind, nullptr) << word;
    EXPECT_EQ(kind->name(), word);
    EXPECT_EQ(kind->evaluator() != nullptr, std::string(word) == "playouts:5");
  }
}

TEST(ParsePlayer, LeavesOtherWordsToOthers) {
  for (const char* word : {"", "model.raichi", "runs/x/models/000120", "randomly"}) {
    EXPECT_EQ(ParsePlayer(word), nullptr) << word;
  }
}

TEST(ParsePlayer, RefusesANumberWhereThereIsNone) {
  EXPECT_THROW(ParsePlayer("greedy:3"), UsageError);
  EXPECT_THROW(ParsePlayer("random:1"), UsageError);
}

TEST(ParsePlayer, NamesTheWordThatIsWrong) {
  for (const char* word : {"playouts", "playouts:", "playouts:x", "playouts:0", "playouts:-1",
                           "playouts:9999999", "alphabeta:33", "alphabeta:4x", "alphabeta:4:5"}) {
    try {
      ParsePlayer(word);
      ADD_FAILURE() << word;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(word));
      EXPECT_THAT(error.what(), testing::HasSubstr("expected a number from 1 to"));
    }
  }
}

TEST(Players, PlayLegalMovesInEveryVariant) {
  for (const std::string& rules : VariantNames()) {
    for (const char* word : {"random", "greedy", "playouts:10", "alphabeta:1", "alphabeta:2"}) {
      EXPECT_GT(SelfPlay(word, rules, 1, 40).size(), 3u) << word << ' ' << rules;
    }
  }
}

TEST(Players, ASeedFixesTheGameAndSeedsDiffer) {
  for (const char* word : {"random", "greedy", "playouts:100", "alphabeta:2"}) {
    const std::vector<Move> game = SelfPlay(word, "linnaeus", 1, 30);
    EXPECT_EQ(game, SelfPlay(word, "linnaeus", 1, 30)) << word;
    int same = 0;
    for (uint64_t seed = 2; seed < 8; ++seed) same += game == SelfPlay(word, "linnaeus", seed, 30);
    EXPECT_LE(same, 1) << word;
  }
}

TEST(Players, WinAtOnceWhereTheyCan) {
  for (const char* word : {"greedy", "shuffle", "playouts:5", "alphabeta:1"}) {
    EXPECT_EQ(ToString(DecideAt(word, "9/9/9/9/4t4/2t1K4/9/4t4/3t5 d")), "e4-i4") << word;
    EXPECT_EQ(ToString(DecideAt(word, "9/9/9/2tK4t/9/9/9/9/9 a")), "i6-e6") << word;
  }
}

// The king on c6 has one open road, to a6. It can only be closed on a6 or b6.
TEST(Players, CloseTheKingsOnlyRoad) {
  const char* position = "2t6/9/9/2Kt5/t8/2t6/9/1t7/9 a";
  for (const char* word : {"greedy", "playouts:400", "alphabeta:2"}) {
    for (uint64_t seed = 1; seed < 5; ++seed) {
      EXPECT_THAT(ToString(DecideAt(word, position, seed)), testing::AnyOf("a5-a6", "b2-b6"))
          << word;
    }
  }
}

// The move a3-b3 captures two men, g9-g5 only one.
TEST(GreedyPlayer, CapturesTheMost) {
  const char* position = "6t2/9/9/4T4/3TKT1Tt/4T4/t1Tt5/1T7/1t7 a";
  EXPECT_EQ(ToString(DecideAt("greedy", position)), "a3-b3");
}

// As attackers and as defenders it moves a man back and forth, and captures nothing that it could.
TEST(ShufflingPlayer, MovesBackAndForth) {
  const auto kind = ParsePlayer("shuffle");
  const auto player = kind->NewPlayer();
  Game game(OpenRules("copenhagen"));
  player->NewGame(game, 1);
  for (int ply = 0; ply < 7; ++ply) {
    const Move move = Decide(*kind, player.get(), game);
    if (ply >= 2 && ply % 4 >= 2) {
      const Move before = game.moves()[static_cast<size_t>(ply) - 2];
      EXPECT_EQ(move.from(), before.to()) << ply;
      EXPECT_EQ(move.to(), before.from()) << ply;
    }
    EXPECT_EQ(game.Play(move).num_captured, 0) << ply;
  }
}

// The attackers must close the road on a6, so the man on a5 or b2 moves though others could wait.
TEST(ShufflingPlayer, DoesWhatItMustNotToLoseAtOnce) {
  EXPECT_THAT(ToString(DecideAt("shuffle", "2t6/9/9/2Kt5/t8/2t6/9/1t7/9 a")),
              testing::AnyOf("a5-a6", "b2-b6"));
}

TEST(RandomTurns, AreFollowedByTheOtherPlayer) {
  const char* position = "6t2/9/9/4T4/3TKT1Tt/4T4/t1Tt5/1T7/1t7 a";  // greedy plays a3-b3
  const RandomTurnsKind kind("greedy", ParsePlayer("greedy"), {.first = 1});
  EXPECT_EQ(kind.name(), "greedy");
  const Game game = GameAt(OpenRules("linnaeus"), position);
  std::set<std::string> first;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto player = kind.NewPlayer();
    player->NewGame(game, seed);
    first.insert(ToString(Decide(kind, player.get(), game)));
    EXPECT_EQ(ToString(Decide(kind, player.get(), game)), "a3-b3");
  }
  EXPECT_GT(first.size(), 5u);
}

TEST(RandomTurns, AreTheShareThatWasAskedFor) {
  const char* position = "6t2/9/9/4T4/3TKT1Tt/4T4/t1Tt5/1T7/1t7 a";  // greedy plays a3-b3
  const RandomTurnsKind kind("x", ParsePlayer("greedy"), {.later = 0.5});
  const Game game = GameAt(OpenRules("linnaeus"), position);
  const auto player = kind.NewPlayer();
  player->NewGame(game, 1);
  int greedy = 0;
  for (int turn = 0; turn < 200; ++turn) {
    greedy += ToString(Decide(kind, player.get(), game)) == "a3-b3" ? 1 : 0;
  }
  EXPECT_NEAR(greedy, 100, 30);
}

TEST(Levels, HaveNamesThatMayBeCutShort) {
  EXPECT_EQ(FindLevel("club").name, std::string("club"));
  EXPECT_EQ(FindLevel("beg").name, std::string("beginner"));
  EXPECT_EQ(FindLevel("EASY").name, std::string("easy"));
  EXPECT_EQ(FindLevel("strong").name, std::string("strong"));
  EXPECT_EQ(FindLevel("strongest").name, std::string("strongest"));
  for (const char* wrong : {"", "e", "s", "clubs", "1"}) {
    EXPECT_THROW(FindLevel(wrong), UsageError) << wrong;
  }
}

TEST(Levels, RiseInEvenSteps) {
  for (size_t i = 1; i < Levels().size(); ++i) {
    const int step = Levels()[i].elo - Levels()[i - 1].elo;
    EXPECT_TRUE(150 <= step && step <= 350) << Levels()[i].name;
  }
}

TEST(Player, HasNoOpinionByDefault) {
  const auto player = ParsePlayer("random")->NewPlayer();
  EXPECT_TRUE(std::isnan(player->Value()));
}

TEST(AlphaBetaPlayer, SaysWhatItThinks) {
  const auto player = ParsePlayer("alphabeta:2")->NewPlayer();
  const Game game = GameAt(OpenRules("linnaeus"), "9/9/9/9/4t4/2t1K4/9/4t4/3t5 d");
  player->NewGame(game, 1);
  player->BeginTurn(game);
  EXPECT_GT(player->Value(), 0.99f);
}

TEST(SearchPlayer, StopsBetweenBatches) {
  SearchPlayerConfig config;
  config.budget.visits = 1'000'000;
  const SearchPlayerKind kind("fake", config, std::make_shared<FakeEvaluator>(1));
  SearchPlayer player(config);
  int polls = 0;
  player.StopWhen([&polls] { return ++polls > 20; });
  const Game game(OpenRules("linnaeus"));
  player.NewGame(game, 1);
  EXPECT_TRUE(game.IsLegal(Decide(kind, &player, game)));
  EXPECT_EQ(polls, 21);
  player.StopWhen([] { return true; });
  player.NewGame(game, 1);
  EXPECT_TRUE(game.IsLegal(Decide(kind, &player, game))) << "one visit at least";
}

// The tree follows the game and is dropped when a move is taken back.
TEST(SearchPlayer, FollowsTheGame) {
  SearchPlayerConfig config;
  config.budget.visits = 50;
  const SearchPlayerKind kind("fake", config, std::make_shared<FakeEvaluator>(1));
  SearchPlayer player(config);
  Game game(OpenRules("linnaeus"));
  player.NewGame(game, 1);
  for (int i = 0; i < 6; ++i) {
    game.Play(Decide(kind, &player, game));
    PlayRandomly(1, static_cast<uint64_t>(i), &game);
    player.BeginTurn(game);
    EXPECT_EQ(player.search()->game().ply(), game.ply());
  }
  game.Rewind(4);
  EXPECT_TRUE(game.IsLegal(Decide(kind, &player, game)));
  EXPECT_EQ(player.search()->game().ply(), 4);
}

}  // namespace
}  // namespace raichi
