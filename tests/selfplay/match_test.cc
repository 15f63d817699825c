#include "selfplay/match/match.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/players/players.h"
#include "mcts/players/search_player.h"
#include "selfplay/match/match_worker.h"
#include "selfplay/records/shard.h"
#include "tests/selfplay/evaluators.h"
#include "tests/selfplay/games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using testing::HasSubstr;
using testing::Le;

MatchConfig SmallMatch(const std::string& variant = "brandubh") {
  MatchConfig config;
  config.rules = Variant(variant);
  config.pairs = 12;
  config.seed = 4;
  config.max_plies = 100;
  config.concurrent_pairs = 5;
  config.keep_records = true;
  return config;
}

std::unique_ptr<PlayerKind> Searcher(const std::string& name, int visits,
                                     std::shared_ptr<Evaluator> evaluator) {
  SearchPlayerConfig config;
  config.budget.visits = visits;
  return std::make_unique<SearchPlayerKind>(name, config, std::move(evaluator));
}

TEST(MatchTest, PlaysSideSwappedPairsFromOneOpening) {
  const MatchConfig config = SmallMatch();
  const MatchOutcome outcome = PlayMatch(config, *ParsePlayer("greedy"), *ParsePlayer("random"));
  ASSERT_EQ(outcome.records.size(), 24u);
  for (size_t i = 0; i < outcome.records.size(); ++i) {
    const GameRecord& record = outcome.records[i];
    EXPECT_EQ(record.game_id, i);
    EXPECT_EQ(record.attackers, i % 2 == 0 ? "greedy" : "random");
    EXPECT_EQ(record.defenders, i % 2 == 0 ? "random" : "greedy");
    EXPECT_NO_THROW(CheckRecord(record, config.rules));
    const auto& partner = outcome.records[i ^ 1].turns;
    for (size_t ply = 0; ply < 4; ++ply) EXPECT_EQ(record.turns[ply].move, partner[ply].move);
  }
  EXPECT_NE(outcome.records[0].turns[0].move, outcome.records[2].turns[0].move);
}

TEST(MatchTest, CountsResultsBySideAndPair) {
  const MatchOutcome outcome =
      PlayMatch(SmallMatch(), *ParsePlayer("greedy"), *ParsePlayer("random"));
  const MatchResult& result = outcome.result;
  EXPECT_EQ(result.a, "greedy");
  EXPECT_EQ(result.b, "random");
  EXPECT_EQ(result.rules, "brandubh");
  Tally attackers, defenders;
  Pentanomial pairs{};
  size_t half_points = 0;
  for (size_t i = 0; i < outcome.records.size(); ++i) {
    const Side side = i % 2 == 0 ? Side::kAttackers : Side::kDefenders;
    (i % 2 == 0 ? attackers : defenders).Add(outcome.records[i].result, side);
    const Result ended = outcome.records[i].result;
    half_points += ended == Result::kDraw ? 1 : ended == WinFor(side) ? 2 : 0;
    if (i % 2 == 0) continue;
    ++pairs[half_points];
    half_points = 0;
  }
  EXPECT_EQ(result.a_attackers, attackers);
  EXPECT_EQ(result.a_defenders, defenders);
  EXPECT_EQ(outcome.pairs, pairs);
  EXPECT_GT(result.total().Score(), 0.8);
}

TEST(MatchTest, DoesNotDependOnConcurrencyOrWorkers) {
  MatchConfig config = SmallMatch();
  const auto a = Searcher("a", 10, std::make_shared<FakeEvaluator>(1));
  const auto b = Searcher("b", 10, std::make_shared<FakeEvaluator>(2));
  config.concurrent_pairs = 1;
  const MatchOutcome expected = PlayMatch(config, *a, *b);
  config.concurrent_pairs = 7;
  EXPECT_EQ(PlayMatch(config, *a, *b).records, expected.records);
  MatchHooks hooks;
  hooks.new_players = [](int) {
    return MatchPlayers{Searcher("a", 10, std::make_shared<FakeEvaluator>(1)),
                        Searcher("b", 10, std::make_shared<FakeEvaluator>(2))};
  };
  for (const int workers : {1, 3}) {
    const MatchOutcome outcome = RunMatch(config, workers, hooks, {});
    EXPECT_EQ(outcome.records, expected.records);
    EXPECT_EQ(outcome.result, expected.result);
    EXPECT_EQ(outcome.pairs, expected.pairs);
  }
  config.seed = 5;
  EXPECT_NE(PlayMatch(config, *a, *b).records, expected.records);
}

TEST(MatchTest, SharesPairsAmongWorkers) {
  EXPECT_EQ(ConcurrentPairs(10, 2, 32), 5);
  EXPECT_EQ(ConcurrentPairs(11, 2, 32), 6);
  EXPECT_EQ(ConcurrentPairs(1, 16, 32), 1);
  EXPECT_EQ(ConcurrentPairs(1000, 2, 32), 32);
  EXPECT_EQ(ConcurrentPairs(0, 2, 0), 1);
}

TEST(MatchTest, GoesOnAsItWouldHave) {
  MatchConfig config = SmallMatch();
  const auto a = ParsePlayer("greedy"), b = ParsePlayer("random");
  const std::vector<GameRecord> all = PlayMatch(config, *a, *b).records;
  config.first_pair = 9;
  config.pairs = 3;
  EXPECT_EQ(PlayMatch(config, *a, *b).records, std::vector(all.begin() + 18, all.end()));
}

TEST(MatchTest, PairsBeginWithTheirFirstMoves) {
  MatchConfig config = SmallMatch();
  config.opening_random_plies = 0;
  config.pairs = 7;
  MoveList legal;
  Game(config.rules).LegalMoves(&legal);
  config.first_moves = {legal[3], legal[0], legal[5]};
  const auto a = ParsePlayer("greedy"), b = ParsePlayer("random");
  const std::vector<GameRecord> all = PlayMatch(config, *a, *b).records;
  ASSERT_EQ(all.size(), 14u);
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].turns[0].move, config.first_moves[i / 2 % 3]) << i;
    EXPECT_EQ(all[i].turns[0].root_value, 0);  // nobody chose it
    EXPECT_NO_THROW(CheckRecord(all[i], config.rules));
  }
  EXPECT_NE(all[0].turns[1].move, all[6].turns[1].move);  // the players have their own chance
  config.first_pair = 4;
  config.pairs = 3;
  EXPECT_EQ(PlayMatch(config, *a, *b).records, std::vector(all.begin() + 8, all.end()));
}

TEST(MatchTest, RandomPliesFollowTheFirstMove) {
  MatchConfig config = SmallMatch();
  config.opening_random_plies = 2;
  MoveList legal;
  Game(config.rules).LegalMoves(&legal);
  config.first_moves = {legal[2]};
  const MatchOutcome outcome = PlayMatch(config, *ParsePlayer("greedy"), *ParsePlayer("greedy"));
  std::set<Move> seconds;
  for (size_t i = 0; i < outcome.records.size(); i += 2) {
    const auto &one = outcome.records[i].turns, &other = outcome.records[i + 1].turns;
    EXPECT_EQ(one[0].move, legal[2]);
    for (size_t ply = 0; ply < 3; ++ply) EXPECT_EQ(one[ply].move, other[ply].move);
    seconds.insert(one[1].move);
  }
  EXPECT_GT(seconds.size(), 3u);
}

TEST(MatchTest, BatchesTheLeavesOfEachEvaluator) {
  MatchConfig config = SmallMatch();
  FakeEvaluator fake(1);
  const auto first = std::make_shared<CountingEvaluator>(&fake);
  const auto second = std::make_shared<CountingEvaluator>(&fake);
  PlayMatch(config, *Searcher("a", 10, first), *Searcher("b", 10, second));
  for (const auto& evaluator : {first, second}) {
    EXPECT_THAT(evaluator->largest, Le(10u));
    EXPECT_GT(evaluator->leaves, 3 * evaluator->batches);  // Of 5 possible on average.
  }
  const auto shared = std::make_shared<CountingEvaluator>(&fake);
  PlayMatch(config, *Searcher("a", 10, shared), *Searcher("b", 10, shared));
  EXPECT_GT(shared->leaves, 6 * shared->batches);
  EXPECT_EQ(shared->largest, 10u);
}

TEST(MatchTest, RecordsThePlayersValues) {
  MatchConfig config = SmallMatch("tawlbwrdd");
  config.max_plies = 12;
  config.pairs = 1;
  const auto pessimist = std::make_shared<PessimistAbout>(Side::kAttackers);
  const MatchOutcome outcome =
      PlayMatch(config, *Searcher("a", 4, pessimist), *ParsePlayer("random"));
  for (size_t ply = 0; ply < 12; ++ply) {
    const float value = outcome.records[0].turns[ply].root_value;
    EXPECT_EQ(value, ply >= 4 && ply % 2 == 0 ? -1.0f : 0.0f) << ply;
  }
}

TEST(MatchTest, StopsAtTheDecisionOfItsTest) {
  MatchConfig config = SmallMatch();
  config.pairs = 10'000;
  config.keep_records = false;
  config.sprt = SprtConfig{.elo0 = 0, .elo1 = 50};
  const MatchOutcome outcome = PlayMatch(config, *ParsePlayer("greedy"), *ParsePlayer("random"));
  ASSERT_TRUE(outcome.sprt.has_value());
  EXPECT_EQ(outcome.sprt->decision, SprtDecision::kAcceptElo1);
  EXPECT_LT(outcome.num_pairs(), 200u);
  config.concurrent_pairs = 31;  // Pairs after the decision are not counted.
  EXPECT_EQ(PlayMatch(config, *ParsePlayer("greedy"), *ParsePlayer("random")).pairs, outcome.pairs);
  MatchHooks hooks;
  hooks.new_players = [](int) {
    return MatchPlayers{ParsePlayer("greedy"), ParsePlayer("random")};
  };
  EXPECT_EQ(RunMatch(config, 2, hooks, {}).pairs, outcome.pairs);
}

TEST(MatchTest, ReportsPairsInOrderAndStopsWhenAsked) {
  const MatchConfig config = SmallMatch();
  const auto a = ParsePlayer("greedy"), b = ParsePlayer("random");
  std::vector<uint64_t> counts;
  PlayMatch(config, *a, *b, [&](const MatchOutcome& r) { counts.push_back(r.num_pairs()); });
  EXPECT_THAT(counts, testing::ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  EXPECT_EQ(PlayMatch(config, *a, *b, {}, [] { return true; }).num_pairs(), 0u);
}

TEST(MatchTest, OnePlayerMayHaveASideInEveryGame) {
  MatchConfig config = SmallMatch();
  config.opening_random_plies = 0;
  config.a_side = Side::kDefenders;
  Game game(config.rules);
  MoveList moves;
  game.LegalMoves(&moves);
  game.Play(moves[0]);
  config.start = game.position();
  const MatchOutcome outcome = PlayMatch(config, *ParsePlayer("greedy"), *ParsePlayer("random"));
  EXPECT_EQ(outcome.result.a_attackers.games(), 0u);
  EXPECT_EQ(outcome.result.a_defenders.games(), 24u);
  EXPECT_GT(outcome.result.a_defenders.wins, 20u);
  EXPECT_EQ(outcome.num_pairs(), 12u);
  for (const GameRecord& record : outcome.records) {
    EXPECT_EQ(record.attackers, "random");
    EXPECT_EQ(StartOf(record, config.rules).position(), *config.start);
    EXPECT_NO_THROW(CheckRecord(record, config.rules));
  }
}

TEST(MatchTest, PassesOnWhatPlayersThrow) {
  MatchHooks hooks;
  hooks.new_players = [](int) -> MatchPlayers { throw Error("no such model"); };
  EXPECT_EQ(ErrorOf([&] { RunMatch(SmallMatch(), 2, hooks, {}); }), "no such model");
}

TEST(MatchTest, RefusesSenselessMatches) {
  MatchConfig config = SmallMatch();
  config.sprt = SprtConfig{.elo0 = 5, .elo1 = 5};
  EXPECT_THAT(ErrorOf([&] { CheckConfig(config); }), HasSubstr("elo0 less than elo1"));
  config = SmallMatch();
  config.concurrent_pairs = 0;
  EXPECT_THAT(ErrorOf([&] { CheckConfig(config); }), HasSubstr("concurrent_pairs"));
}

}  // namespace
}  // namespace raichi
