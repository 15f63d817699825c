#include "selfplay/game_slot.h"

#include <gmock/gmock.h>

#include <array>
#include <numeric>

#include "mcts/fake_evaluator.h"
#include "mcts/uniform_evaluator.h"
#include "selfplay/progress.h"
#include "tests/selfplay/evaluators.h"
#include "tests/selfplay/games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using testing::HasSubstr;

SelfPlaySetup SmallSetup(const std::string& variant = "brandubh") {
  SelfPlaySetup setup;
  setup.config.full_visits = 20;
  setup.config.fast_visits = 6;
  setup.config.max_plies = 80;
  setup.seed = 3;
  setup.rules = {Variant(variant)};
  return setup;
}

/// Plays the game on to its end; evaluators by role.
FinishedGame Finish(GameSlot* slot, std::array<Evaluator*, 2> evaluators) {
  std::vector<Evaluation> answer(1);
  while (const LeafRequest* leaf = slot->SelectLeaf()) {
    evaluators[static_cast<size_t>(slot->role())]->Evaluate(std::span(leaf, 1), answer);
    slot->Backup(answer[0]);
  }
  return slot->Take();
}

FinishedGame PlayGame(GameSlot* slot, const GameTicket& ticket,
                      std::array<Evaluator*, 2> evaluators) {
  slot->Begin(ticket);
  return Finish(slot, evaluators);
}

FinishedGame PlayGame(GameSlot* slot, uint64_t id, Evaluator* evaluator) {
  return PlayGame(slot, {.id = id, .model = "m"}, {evaluator, nullptr});
}

uint32_t VisitsOf(const TurnRecord& turn) {
  return std::accumulate(turn.visits.begin(), turn.visits.end(), 0u,
                         [](uint32_t sum, const auto& visit) { return sum + visit.second; });
}

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
  EXPECT_GE(game.visits, 6u * game.searched_turns);  // visits, whatever the record has
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

TEST(GameSlotTest, VisitFactorsScaleTheBudgetsOfASide) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SmallSetup("tawlbwrdd");
  setup.config.search.reuse_tree = false;
  setup.config.search.prove = false;
  setup.config.full_search_fraction = 0.5f;
  setup.config.max_plies = 20;
  setup.visit_factors = {{2.5f, 1}};
  GameSlot slot(&setup);
  const GameRecord record = PlayGame(&slot, 0, &evaluator).record;
  for (size_t ply = 0; ply < record.turns.size(); ++ply) {
    const TurnRecord& turn = record.turns[ply];
    const bool is_attackers = ply % 2 == 0;
    EXPECT_EQ(VisitsOf(turn),
              turn.full_search ? (is_attackers ? 50u : 20u) : (is_attackers ? 15u : 6u));
  }
}

// The visits that one side is given beyond its own budget are not kept for the other, whose budget
// would count them.
TEST(GameSlotTest, VisitFactorsHelpTheirSideAlone) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SmallSetup("tawlbwrdd");
  setup.config.search.prove = false;
  setup.config.max_plies = 20;
  setup.visit_factors = {{10, 1}};
  GameSlot slot(&setup);
  for (uint64_t id = 0; id < 10; ++id) {
    const GameRecord record = PlayGame(&slot, id, &evaluator).record;
    for (size_t ply = 1; ply < record.turns.size(); ply += 2) {
      const TurnRecord& turn = record.turns[ply];
      EXPECT_EQ(VisitsOf(turn), turn.full_search ? 20u : 6u);
    }
  }
}

TEST(GameSlotTest, AGameCanStartAtAPosition) {
  FakeEvaluator evaluator(1);
  SelfPlaySetup setup = SmallSetup("linnaeus");
  setup.rules.push_back(Variant("brandubh"));
  setup.config.opening_random_plies = 5;
  const std::string position = "3t3/3t3/3T3/ttTK1tt/3T3/3t3/3t3 d";
  GameSlot slot(&setup);
  for (uint64_t id = 0; id < 5; ++id) {
    const GameRecord record =
        PlayGame(&slot, {.id = id, .model = "m", .start = StartPoint{1, position}}, {&evaluator})
            .record;
    EXPECT_EQ(record.start, position);
    EXPECT_EQ(record.rules_yaml, RecordedRules(setup.rules[1]->data()));
    EXPECT_NO_THROW(CheckRecord(record, setup.rules[1]));
    EXPECT_FALSE(record.turns[0].visits.empty());
  }
}

class PastModelTest : public testing::Test {
 protected:
  PastModelTest() {
    setup_.config.full_search_fraction = 1;
    setup_.config.search.reuse_tree = false;
    setup_.config.search.prove = false;
    setup_.config.max_plies = 12;
  }
  GameRecord Play(Side past_side) {
    GameSlot slot(&setup_);
    const GameTicket ticket{
        .id = 1, .model = "000005", .past_model = "000002", .past_side = past_side};
    return PlayGame(&slot, ticket, {&newest_, &past_}).record;
  }

  SelfPlaySetup setup_ = SmallSetup("tawlbwrdd");
  FakeEvaluator fake_{1};
  PessimistAbout pessimist_{Side::kDefenders};
  CountingEvaluator newest_{&fake_}, past_{&pessimist_};
};

TEST_F(PastModelTest, PlaysOneSideWithFastSearchesThatAreNoTargets) {
  const GameRecord record = Play(Side::kDefenders);
  EXPECT_EQ(record.attackers, "000005");
  EXPECT_EQ(record.defenders, "000002");
  ASSERT_EQ(record.turns.size(), 12u);
  for (size_t ply = 0; ply < 12; ++ply) {
    const bool is_past = ply % 2 == 1;
    EXPECT_EQ(record.turns[ply].full_search, !is_past);
    EXPECT_EQ(VisitsOf(record.turns[ply]), is_past ? 6u : 20u);
    EXPECT_EQ(record.turns[ply].raw_value == -1, is_past);
  }
  EXPECT_NO_THROW(CheckRecord(record, setup_.rules[0]));
  // One evaluation more than visits: the root's.
  EXPECT_EQ(newest_.leaves, 6u * 21);
  EXPECT_EQ(past_.leaves, 6u * 7);
  EXPECT_EQ(Play(Side::kAttackers).attackers, "000002");
}

TEST_F(PastModelTest, ASlotPlaysGamesOfOneModelAfterwardsAsBefore) {
  GameSlot used(&setup_), fresh(&setup_);
  PlayGame(&used, {.id = 1, .model = "5", .past_model = "2"}, {&newest_, &past_});
  EXPECT_EQ(PlayGame(&used, 2, &fake_).record, PlayGame(&fresh, 2, &fake_).record);
}

TEST_F(PastModelTest, NamesGoOnByRole) {
  GameSlot slot(&setup_);
  slot.Begin({.id = 1, .model = "5", .past_model = "2", .past_side = Side::kDefenders});
  slot.Rename("5", "2");
  slot.Rename("6", "4");
  slot.Rename("7", "3");
  const GameRecord record = Finish(&slot, {&newest_, &past_}).record;
  EXPECT_EQ(record.attackers, "5-7");
  EXPECT_EQ(record.defenders, "2-3");
}

class ResignTest : public testing::Test {
 protected:
  ResignTest() {
    setup_.config.search.prove = false;
    setup_.config.resign_threshold = 0.9f;
    setup_.config.resign_consecutive = 3;
    setup_.config.resign_playout_fraction = 0;
    setup_.config.max_plies = 30;
  }
  GameRecord Play() { return Finish().record; }
  FinishedGame Finish() {
    GameSlot slot(&setup_);
    return PlayGame(&slot, 0, &evaluator_);
  }

  SelfPlaySetup setup_ = SmallSetup("tawlbwrdd");
  PessimistAbout evaluator_{Side::kDefenders};
};

TEST_F(ResignTest, AtTheThirdBadTurnRunning) {
  const GameRecord record = Play();
  EXPECT_EQ(record.turns.size(), 5u);  // the defenders' turns are plies 1, 3 and 5
  EXPECT_EQ(record.would_resign_ply, 5);
  EXPECT_EQ(record.result, Result::kAttackersWin);
  EXPECT_EQ(record.reason, Reason::kResigned);
  EXPECT_FALSE(record.resign_disabled);
  EXPECT_NO_THROW(CheckRecord(record, setup_.rules[0]));
}

TEST_F(ResignTest, NotWithoutAThreshold) {
  setup_.config.resign_threshold = 1;
  const GameRecord record = Play();
  EXPECT_EQ(record.turns.size(), 30u);
  EXPECT_EQ(record.would_resign_ply, -1);
  EXPECT_FALSE(record.resign_disabled);
}

TEST_F(ResignTest, PlayedOutGamesRememberTheFirstPlyAndCountFalseResigns) {
  setup_.config.resign_playout_fraction = 1;
  const FinishedGame game = Finish();
  EXPECT_EQ(game.record.turns.size(), 30u);
  EXPECT_EQ(game.record.would_resign_ply, 5);
  EXPECT_EQ(game.would_resign, Side::kDefenders);
  EXPECT_TRUE(game.record.resign_disabled);

  SelfPlayProgress progress;
  progress.AddGame(game);  // a draw: resigning would have been wrong
  FinishedGame lost = game;
  lost.record.result = Result::kAttackersWin;
  progress.AddGame(lost);
  const SelfPlayStats stats = progress.Snapshot();
  EXPECT_EQ(stats.resign_tests, 2u);
  EXPECT_EQ(stats.FalseResignRate(), 0.5);
  EXPECT_EQ(stats.cut_games, 2u);
  EXPECT_EQ(stats.plies, 60u);
  EXPECT_EQ(stats.searched_turns, 60u);
  EXPECT_EQ(stats.draws, 1u);
  EXPECT_EQ(stats.attackers_wins, 1u);
}

TEST(SelfPlayConfigTest, NamesSenselessValues) {
  const auto error = [](auto change) {
    SelfPlayConfig config;
    change(&config);
    return ErrorOf([&] { CheckConfig(config); });
  };
  EXPECT_EQ(error([](SelfPlayConfig*) {}), "");
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->full_visits = 0; }), HasSubstr("full_visits"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->full_search_fraction = 1.5f; }),
              HasSubstr("full_search_fraction: expected 0 to 1"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->resign_threshold = 0; }),
              HasSubstr("resign_threshold"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->handicap.max_factor = 0.5f; }),
              HasSubstr("handicap.max_factor: expected at least 1"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->past_models.oldest = 0; }),
              HasSubstr("past_models.oldest"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->restarts.fraction = 2; }),
              HasSubstr("restarts.fraction"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->max_plies = 40000; }), HasSubstr("max_plies"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->opening_random_plies = 512; }),
              HasSubstr("opening_random_plies"));
}

}  // namespace
}  // namespace raichi
