#include "selfplay/play/pool.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

#include "mcts/evaluators/plain_evaluators.h"
#include "rules/canonical_yaml.h"
#include "rules/notation.h"
#include "tests/selfplay/games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using testing::HasSubstr;

/// An evaluator that counts leaves across all threads.
class TallyEvaluator : public FakeEvaluator {
 public:
  explicit TallyEvaluator(std::atomic<size_t>* count) : FakeEvaluator(5), count_(count) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    *count_ += leaves.size();
    FakeEvaluator::Evaluate(leaves, out);
  }

 private:
  std::atomic<size_t>* count_;
};

/// Returns a record of a game under these rules that the attackers lost.
GameRecord Lost(const std::string& variant) {
  GameRecord record;
  record.rules_yaml = RecordedRules(Variant(variant)->data());
  record.result = Result::kDefendersWin;
  return record;
}

class PoolTest : public testing::Test {
 protected:
  PoolTest() {
    setup_.config.full_visits = 12;
    setup_.config.fast_visits = 4;
    setup_.config.max_plies = 40;
    setup_.rules = {Variant("brandubh")};
    hooks_.new_evaluator = [](int) { return std::make_unique<FakeEvaluator>(5); };
    hooks_.on_games = [this](std::vector<GameRecord> games) {
      std::ranges::move(games, std::back_inserter(games_));
    };
  }

  SelfPlaySetup setup_;
  PoolHooks hooks_;
  SelfPlayProgress progress_;
  std::vector<GameRecord> games_;
};

TEST_F(PoolTest, GamesGoOnWithTheNextModel) {
  SelfPlayPool pool(setup_, 2, 4, 100);
  pool.Play({.games = 10, .model = "000001"}, hooks_, {}, &progress_);
  EXPECT_GE(games_.size(), 10u);
  EXPECT_TRUE(std::ranges::all_of(games_, [](const auto& g) { return g.attackers == "000001"; }));
  const size_t first = games_.size();
  pool.Play({.games = 20, .model = "000002"}, hooks_, {}, &progress_);
  EXPECT_GE(games_.size(), first + 20);
  EXPECT_EQ(progress_.Snapshot().games, games_.size());

  std::set<uint64_t> ids;
  std::set<std::string> models;
  for (const GameRecord& record : games_) {
    EXPECT_NO_THROW(CheckRecord(record, setup_.rules[0]));
    EXPECT_GE(record.game_id, 100u);
    EXPECT_TRUE(ids.insert(record.game_id).second);
    models.insert(record.defenders);
  }
  EXPECT_THAT(models, testing::ElementsAre("000001", "000001-000002", "000002"));
}

// Half of the evaluations go to games against past models, which alternate between the sides. The
// past model makes half of those evaluations.
TEST_F(PoolTest, PastModelsPlayTheirShare) {
  setup_.config.past_models.fraction = 0.5f;
  std::atomic<size_t> leaves = 0, past_leaves = 0;
  const auto counting = [](std::atomic<size_t>* count) {
    return [count](int) { return std::make_unique<TallyEvaluator>(count); };
  };
  hooks_.new_evaluator = counting(&leaves);
  hooks_.new_past_evaluator = counting(&past_leaves);
  SelfPlayPool pool(setup_, 1, 4, 0);  // With one worker the counts are deterministic.
  pool.Play({.games = 10, .model = "0"}, hooks_, {}, &progress_);
  EXPECT_EQ(past_leaves, 0u);
  EXPECT_GE(games_.size(), 10u);
  games_.clear();
  leaves = 0;
  pool.Play({.games = 200, .model = "3", .past_model = "1"}, hooks_, {}, &progress_);
  EXPECT_NEAR(static_cast<double>(past_leaves), 0.25 * static_cast<double>(leaves + past_leaves),
              0.08 * static_cast<double>(leaves + past_leaves));

  std::map<std::pair<std::string, std::string>, int> games;
  for (const GameRecord& record : games_) {
    EXPECT_NO_THROW(CheckRecord(record, setup_.rules[0]));
    ++games[{record.attackers, record.defenders}];
  }
  const int as_attackers = games[{"1", "3"}], as_defenders = games[{"3", "1"}];
  EXPECT_GT(games[std::pair("3", "3")], 40);
  EXPECT_GT(as_attackers + as_defenders, 40);
  EXPECT_NEAR(as_attackers, as_defenders, 16);
}

// The past model plays one side in all games, and the other side alone learns.
TEST_F(PoolTest, APastModelCanPlayOneSideOfAllGames) {
  for (const PastSide side : {PastSide::kAttackers, PastSide::kDefenders}) {
    const bool attacks = side == PastSide::kAttackers;
    setup_.config.past_models = {.fraction = 1, .model = "x", .side = side};
    hooks_.new_past_evaluator = hooks_.new_evaluator;
    games_.clear();
    SelfPlayPool pool(setup_, 1, 4, 0);
    pool.Play({.games = 60, .model = "3", .past_model = "frozen"}, hooks_, {}, &progress_);
    EXPECT_GE(games_.size(), 60u);
    // No other game was begun: the first one is among them.
    EXPECT_TRUE(std::ranges::any_of(games_, [](const auto& game) { return game.game_id == 0; }));
    size_t targets = 0;
    for (const GameRecord& record : games_) {
      EXPECT_EQ(record.attackers, attacks ? "frozen" : "3");
      EXPECT_EQ(record.defenders, attacks ? "3" : "frozen");
      Game game = StartOf(record, setup_.rules[0]);
      for (const TurnRecord& turn : record.turns) {
        if (turn.full_search) {
          ++targets;
          EXPECT_EQ(game.to_move(), attacks ? Side::kDefenders : Side::kAttackers);
        }
        game.Play(turn.move);
      }
    }
    EXPECT_GT(targets, 60u);
  }
}

// The remembered games were all won by the defenders, so the attackers search four times as much.
TEST_F(PoolTest, TheLosingSideSearchesMore) {
  setup_.config.handicap = {.max_factor = 4, .window = 2, .until_games = 100};
  setup_.config.full_visits = setup_.config.fast_visits = 5;
  setup_.config.search.reuse_tree = setup_.config.search.prove = false;
  GameRecord lost = Lost("brandubh");
  const auto visits_of_attackers = [&](int64_t games_so_far) {
    SelfPlayPool pool(setup_, 1, 2, 0);
    pool.Remember(std::vector{lost, lost});
    games_.clear();
    pool.Play({.games = 1, .model = "1", .games_so_far = games_so_far}, hooks_, {}, &progress_);
    uint32_t sum = 0;
    for (const auto& [move, visits] : games_.at(0).turns.at(0).visits) sum += visits;
    return sum;
  };
  EXPECT_EQ(visits_of_attackers(0), 20u);
  EXPECT_EQ(visits_of_attackers(60), 11u);
  EXPECT_EQ(visits_of_attackers(100), 5u);
}

// Each rule set is balanced by its own games. If it is listed twice, all its games count; records
// under other rules do not.
TEST_F(PoolTest, EachRuleSetHasItsOwnHandicap) {
  setup_.config.handicap = {.max_factor = 4, .window = 2, .until_games = 100};
  setup_.rules = {Variant("brandubh"), Variant("linnaeus"), Variant("brandubh")};
  SelfPlayPool pool(setup_, 1, 2, 0);
  GameRecord won = Lost("linnaeus");
  won.result = Result::kAttackersWin;
  pool.Remember(std::vector{Lost("brandubh"), won, Lost("smith-1811"), Lost("brandubh"), won});
  pool.Play({.games = 1, .model = "1"}, hooks_, {}, &progress_);
  using testing::ElementsAre;
  EXPECT_THAT(pool.visit_factors(),
              ElementsAre(ElementsAre(4, 1), ElementsAre(1, 4), ElementsAre(4, 1)));
}

// A handicap lasts for the games of its rule set: of 400 games brandubh has had two thirds.
TEST_F(PoolTest, HandicapsEndByTheGamesOfTheRuleSet) {
  setup_.config.handicap = {.max_factor = 4, .window = 2, .until_games = 200};
  setup_.rules = {Variant("brandubh"), Variant("linnaeus"), Variant("brandubh")};
  SelfPlayPool pool(setup_, 1, 2, 0);
  pool.Remember(std::vector(2, Lost("brandubh")));
  pool.Remember(std::vector(2, Lost("linnaeus")));
  pool.Play({.games = 1, .model = "1", .games_so_far = 400}, hooks_, {}, &progress_);
  EXPECT_FLOAT_EQ(pool.visit_factors()[0][0], 1);
  EXPECT_FLOAT_EQ(pool.visit_factors()[1][0], 2);
}

// Every game of linnaeus corrected the network and none of brandubh did.
TEST_F(PoolTest, RuleSetsUnderWhichSearchesCorrectTheNetworkAreDrawnMoreOften) {
  setup_.config.rules_floor = 0.5f;
  setup_.rules = {Variant("brandubh"), Variant("linnaeus")};
  SelfPlayPool pool(setup_, 1, 2, 0);
  pool.Play({.games = 1, .model = "1"}, hooks_, {}, &progress_);
  EXPECT_THAT(pool.rule_weights(), testing::IsEmpty());
  for (const std::string name : {"brandubh", "linnaeus"}) {
    GameRecord game = Lost(name);
    game.turns.resize(1);
    game.turns[0].visits = {{Move(), 1}};
    game.turns[0].root_value = name == "linnaeus" ? 0.5f : 0;
    pool.Remember(std::vector(60, game));
  }
  pool.Play({.games = 1, .model = "1"}, hooks_, {}, &progress_);
  EXPECT_THAT(pool.rule_weights(), testing::ElementsAre(0.5, 1.5));
}

TEST_F(PoolTest, StopsWhenAsked) {
  SelfPlayPool pool(setup_, 1, 4, 0);
  hooks_.should_stop = [] { return true; };
  pool.Play({.games = 1'000'000, .model = "m"}, hooks_, {}, &progress_);
  EXPECT_LT(games_.size(), 1'000'000u);
}

TEST_F(PoolTest, PassesOnWhatAHookThrows) {
  SelfPlayPool pool(setup_, 2, 4, 0);
  hooks_.on_games = [](const auto&) { throw Error("disk full"); };
  EXPECT_EQ(ErrorOf([&] { pool.Play({.games = 1'000'000, .model = "m"}, hooks_, {}, &progress_); }),
            "disk full");
}

/// Whether `game` begins with the turns of `beginning`.
bool BeginsWith(const GameRecord& game, const GameRecord& beginning) {
  return game.turns.size() >= beginning.turns.size() &&
         std::equal(beginning.turns.begin(), beginning.turns.end(), game.turns.begin());
}

// A stop favours short games unless another pool goes on with those in progress.
TEST_F(PoolTest, AnotherPoolGoesOnWithTheGamesInProgress) {
  setup_.config.past_models.fraction = 0.5f;
  hooks_.new_past_evaluator = hooks_.new_evaluator;
  SelfPlayPool pool(setup_, 1, 4, 100);
  pool.Play({.games = 3, .model = "000002", .past_model = "000001"}, hooks_, {}, &progress_);
  const std::vector<GameRecord> begun = pool.GamesInProgress();
  ASSERT_FALSE(begun.empty());
  EXPECT_LE(begun.size(), 8u);
  for (const GameRecord& game : begun) {
    EXPECT_NO_THROW(CheckUnfinished(game, setup_.rules[0]));
    EXPECT_THAT(ErrorOf([&] { CheckRecord(game, setup_.rules[0]); }), HasSubstr("result ongoing"));
  }
  games_.clear();
  SelfPlayPool other(setup_, 1, 4, 1'000'000);
  other.GoOnWith(begun);
  EXPECT_TRUE(other.HasGamesToGoOnWith());
  EXPECT_EQ(other.GamesInProgress().size(), begun.size());
  other.Play({.games = 60, .model = "000003", .past_model = "000001"}, hooks_, {}, &progress_);
  EXPECT_FALSE(other.HasGamesToGoOnWith());
  std::set<uint64_t> ids;
  for (const GameRecord& game : games_) {
    EXPECT_NO_THROW(CheckRecord(game, setup_.rules[0]));
    EXPECT_GE(game.game_id, 1'000'000u);
    EXPECT_TRUE(ids.insert(game.game_id).second);
  }
  for (const GameRecord& game : begun) {
    const auto whole = std::ranges::find_if(
        games_, [&](const GameRecord& other_game) { return BeginsWith(other_game, game); });
    ASSERT_NE(whole, games_.end()) << game.game_id;
    const auto played_on = [](const std::string& name) {
      return name == "000001" ? name : name + "-000003";
    };
    EXPECT_EQ(whole->attackers, played_on(game.attackers));
    EXPECT_EQ(whole->defenders, played_on(game.defenders));
  }
  other.GoOnWith({begun[0], begun[0]});
  GameRecord elsewhere = begun[0];
  elsewhere.rules_yaml = RecordedRules(Variant("linnaeus")->data());
  const size_t before = other.GamesInProgress().size();
  other.GoOnWith({elsewhere});
  EXPECT_EQ(other.GamesInProgress().size(), before);
}

TEST_F(PoolTest, AGameThatGoesOnElsewhereIsResignedAtTheSamePly) {
  setup_.config.resign_threshold = 0.01f;  // so low that every game is resigned
  setup_.config.resign_consecutive = 6;
  setup_.config.resign_playout_fraction = 0;
  setup_.config.max_plies = 400;
  SelfPlayPool pool(setup_, 1, 1, 0);
  pool.Play({.games = 1, .model = "000001"}, hooks_, {}, &progress_);
  int resigned = 0;
  for (const GameRecord& game : games_) {
    if (game.reason != Reason::kResigned) continue;
    ++resigned;
    GameRecord begun = game;
    begun.turns.pop_back();
    begun.result = Result::kOngoing;
    begun.reason = Reason::kNone;
    begun.would_resign_ply = -1;
    SelfPlayPool other(setup_, 1, 1, 10);
    games_.clear();
    other.GoOnWith({begun});
    other.Play({.games = 1, .model = "000001"}, hooks_, {}, &progress_);
    // The last turn but one was the fifth bad one of the side that resigns.
    EXPECT_LE(games_[0].turns.size(), game.turns.size() + 8);
    EXPECT_TRUE(BeginsWith(games_[0], begun));
    break;
  }
  EXPECT_EQ(resigned, 1);
}

}  // namespace
}  // namespace raichi
