#include "selfplay/play/game_slot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/rng.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "rules/canonical_yaml.h"
#include "selfplay/play/game_start.h"
#include "tests/selfplay/games.h"
#include "tests/selfplay/slot_games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

TEST(GameSlotTest, PlaysValidGamesOfAllVariants) {
  FakeEvaluator evaluator(1);
  for (const std::string& variant : VariantNames()) {
    const SelfPlaySetup setup = SmallSetup(variant);
    GameSlot slot(&setup);
    const GameRecord record = PlayGame(&slot, 5, &evaluator).record;
    EXPECT_NO_THROW(CheckRecord(record, setup.rules[0])) << variant;
    EXPECT_EQ(UnpackRecord(PackRecord(record)), record) << variant;
    EXPECT_EQ(record.game_id, 5u);
    EXPECT_EQ(record.run_seed, 3u);
    EXPECT_EQ(record.attackers, "m");
    EXPECT_GT(record.turns.size(), 0u);
  }
}

TEST(GameSlotTest, AGameDependsOnItsIdNotOnTheGamesBefore) {
  FakeEvaluator evaluator(1);
  const SelfPlaySetup setup = SmallSetup();
  GameSlot one(&setup), other(&setup);
  const GameRecord first = PlayGame(&one, 0, &evaluator).record;
  const GameRecord second = PlayGame(&one, 1, &evaluator).record;
  EXPECT_EQ(PlayGame(&other, 1, &evaluator).record, second);
  EXPECT_EQ(PlayGame(&other, 0, &evaluator).record, first);
  EXPECT_NE(first.turns, second.turns);
}

/// Returns how often each rule set is drawn in these many games, which are cut short.
std::vector<int> DrawnRules(SelfPlaySetup setup, uint64_t games) {
  UniformEvaluator evaluator;
  setup.config.full_visits = setup.config.fast_visits = 1;
  setup.config.max_plies = 1;
  setup.config.opening_random_plies = 0;
  GameSlot slot(&setup);
  std::vector<int> counts(setup.rules.size());
  for (uint64_t id = 0; id < games; ++id) {
    const std::string yaml = PlayGame(&slot, id, &evaluator).record.rules_yaml;
    for (size_t i = 0; i < setup.rules.size(); ++i) {
      counts[i] += RecordedRules(setup.rules[i]->data()) == yaml ? 1 : 0;
    }
  }
  return counts;
}

TEST(GameSlotTest, AShareOfTheGamesDrawsRandomRules) {
  SelfPlaySetup setup = SmallSetup();
  setup.rules = {Variant("brandubh"), Variant("linnaeus"), Variant("saami"), Variant("fetlar")};
  setup.random_rules = 2;
  setup.random_share = 0.25;
  const std::vector<int> counts = DrawnRules(setup, 2000);
  EXPECT_NEAR(counts[0], 750, 80);  // three quarters for two named rule sets
  EXPECT_NEAR(counts[1], 750, 80);
  EXPECT_NEAR(counts[2], 250, 50);
  EXPECT_NEAR(counts[3], 250, 50);
  setup.random_share = 0;
  EXPECT_EQ(DrawnRules(setup, 50)[2] + DrawnRules(setup, 50)[3], 0);
  setup.random_share = 1;
  EXPECT_EQ(DrawnRules(setup, 50)[2] + DrawnRules(setup, 50)[3], 50);
}

// Runs of earlier versions go on as they began.
TEST(GameSlotTest, WithoutRandomRulesTheFirstNumberDrawsTheRules) {
  SelfPlaySetup setup = SmallSetup();
  setup.rules = {Variant("brandubh"), Variant("linnaeus"), Variant("saami")};
  setup.random_share = 0.5;
  UniformEvaluator evaluator;
  setup.config.max_plies = 8;
  setup.config.opening_random_plies = 4;
  GameSlot slot(&setup);
  for (uint64_t id = 0; id < 20; ++id) {
    Rng rng = StreamOf(setup.seed, RandomDomain::kGame, id);
    const RulesPtr& rules = setup.rules[rng.Below(3)];
    rng.Uniform();  // whether a side may resign
    const uint32_t plies = rng.Below(5);
    rng();  // the seed of the search
    Game game(rules);
    PlayRandomOpening(static_cast<int>(plies), &rng, &game);
    const GameRecord record = PlayGame(&slot, id, &evaluator).record;
    EXPECT_EQ(record.rules_yaml, RecordedRules(rules->data()));
    ASSERT_GE(record.turns.size(), game.moves().size());
    for (size_t ply = 0; ply < game.moves().size(); ++ply) {
      EXPECT_EQ(record.turns[ply].move, game.moves()[ply]);
    }
  }
}

/// Returns the divergence of a turn's policy from equal priors of `moves` moves.
double DivergenceFromUniform(const TurnRecord& turn, int moves) {
  double divergence = std::log(moves);
  for (const auto& [move, visits] : turn.visits) {
    const double share = static_cast<double>(visits) / static_cast<double>(VisitsOf(turn));
    divergence += share * std::log(share);
  }
  return divergence;
}

TEST(GameSlotTest, RecordsTheSurpriseOfFullSearches) {
  for (const RootRule root : {RootRule::kPuct, RootRule::kGumbel}) {
    UniformEvaluator evaluator;
    SelfPlaySetup setup = SmallSetup("tawlbwrdd");
    setup.config.full_search_fraction = 0.5f;
    setup.config.search.root = root;
    setup.config.search.reuse_tree = false;  // a kept subtree's priors are rounded
    GameSlot plain_slot(&setup);
    const GameRecord plain = PlayGame(&plain_slot, 3, &evaluator).record;
    setup.record_surprise = true;
    GameSlot slot(&setup);
    GameRecord record = PlayGame(&slot, 3, &evaluator).record;
    EXPECT_EQ(UnpackRecord(PackRecord(record)), record);
    Game game(setup.rules[0]);
    int full = 0;
    for (TurnRecord& turn : record.turns) {
      MoveList legal;
      game.LegalMoves(&legal);
      if (turn.full_search && turn.surprise) {
        const double expected = DivergenceFromUniform(turn, static_cast<int>(legal.size()));
        EXPECT_NEAR(*turn.surprise, expected, 1e-3);
        ++full;
      }
      EXPECT_TRUE(turn.full_search || !turn.surprise);
      game.Play(turn.move);
      turn.surprise.reset();
    }
    EXPECT_GT(full, 10);
    EXPECT_EQ(record, plain) << "the surprise changes nothing else";
  }
}

TEST(GameSlotTest, FullAndFastSearchesSpendTheirBudgets) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SmallSetup("tawlbwrdd");
  setup.config.search.reuse_tree = false;
  setup.config.search.prove = false;
  setup.config.full_search_fraction = 0.5f;
  GameSlot slot(&setup);
  size_t full = 0, turns = 0;
  for (uint64_t id = 0; id < 4; ++id) {
    for (const TurnRecord& turn : PlayGame(&slot, id, &evaluator).record.turns) {
      EXPECT_EQ(VisitsOf(turn), turn.full_search ? 20u : 6u);
      full += turn.full_search ? 1 : 0;
      ++turns;
    }
  }
  EXPECT_GT(turns, 100u);
  EXPECT_NEAR(static_cast<double>(full), 0.5 * static_cast<double>(turns),
              2 * std::sqrt(static_cast<double>(turns)));
}

TEST(GameSlotTest, FullSearchesRecordTheImprovedPolicyOfAGumbelRoot) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SmallSetup();
  setup.config.search.root = RootRule::kGumbel;
  setup.config.search.prove = false;
  setup.config.full_search_fraction = 0.5f;
  GameSlot slot(&setup);
  const FinishedGame game = PlayGame(&slot, 0, &evaluator);
  EXPECT_NO_THROW(CheckRecord(game.record, setup.rules[0]));
  EXPECT_GE(game.visits, 6u * game.searched_turns);  // Visits, not the policies recorded.
  EXPECT_LT(game.visits, 40u * game.searched_turns);
  for (const TurnRecord& turn : game.record.turns) {
    EXPECT_NEAR(VisitsOf(turn), turn.full_search ? kPolicyOne : 6, turn.full_search ? 100 : 20);
  }
}

TEST(GameSlotTest, OpeningsAreRandomOfRandomLengthAndNotSearched) {
  UniformEvaluator evaluator;
  SelfPlaySetup setup = SmallSetup("linnaeus");
  setup.config.opening_random_plies = 5;
  GameSlot slot(&setup);
  std::vector<int> lengths(6);
  for (uint64_t id = 0; id < 120; ++id) {
    setup.config.max_plies = 6;
    const GameRecord record = PlayGame(&slot, id, &evaluator).record;
    size_t length = 0;
    while (length < record.turns.size() && record.turns[length].visits.empty()) ++length;
    ASSERT_LE(length, 5u);
    ++lengths[length];
    EXPECT_FALSE(length > 0 && record.turns[0].full_search);
  }
  for (const int count : lengths) EXPECT_GT(count, 5);  // 20 expected
}

TEST(GameSlotTest, LongGamesAreDrawsByPlyLimit) {
  UniformEvaluator evaluator;
  SelfPlaySetup setup = SmallSetup("tawlbwrdd");
  setup.config.max_plies = 3;
  GameSlot slot(&setup);
  const GameRecord record = PlayGame(&slot, 0, &evaluator).record;
  EXPECT_EQ(record.turns.size(), 3u);
  EXPECT_EQ(record.result, Result::kDraw);
  EXPECT_EQ(record.reason, Reason::kPlyLimit);
  EXPECT_NO_THROW(CheckRecord(record, setup.rules[0]));
}

TEST(GameSlotTest, GamesDrawTheirRuleSets) {
  UniformEvaluator evaluator;
  SelfPlaySetup setup = SmallSetup("linnaeus");
  setup.rules.push_back(Variant("fetlar"));
  setup.config.max_plies = 1;
  GameSlot slot(&setup);
  int fetlar = 0;
  for (uint64_t id = 0; id < 100; ++id) {
    const GameRecord record = PlayGame(&slot, id, &evaluator).record;
    const bool is_fetlar = record.rules_yaml == RecordedRules(setup.rules[1]->data());
    EXPECT_NO_THROW(CheckRecord(record, setup.rules[is_fetlar ? 1 : 0]));
    fetlar += is_fetlar ? 1 : 0;
  }
  EXPECT_NEAR(fetlar, 50, 20);
}

}  // namespace
}  // namespace raichi
