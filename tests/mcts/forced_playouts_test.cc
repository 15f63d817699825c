// Forced playouts in whole searches (Wu 2019): the moves of a noisy root receive forced visits,
// which are removed from its policy target.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mcts/evaluators/fake_evaluator.h"
#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/first_move_evaluator.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using Opinion = FirstMoveEvaluator::Opinion;

TEST(ForcedPlayouts, EveryVisitedMoveOfANoisyRootHasThem) {
  FakeEvaluator evaluator(3);
  SearchConfig config;
  config.forced_playouts = 2;
  config.prove = false;
  Search search(config, Game(OpenRules("linnaeus")), 1);
  Think(&search, &evaluator, {.visits = 300, .noise = true});
  const Tree& tree = search.tree();
  for (const Edge& edge : tree.EdgesOf(tree.root()).first(tree.root().num_visited)) {
    const float forced = std::sqrt(2 * edge.prior() * 299);
    EXPECT_GE(static_cast<float>(tree.ChildOf(edge).visits), std::floor(forced));
  }
  const SearchResult result = search.RootResult();
  EXPECT_FALSE(std::ranges::equal(result.policy, result.visits));
  const auto most = std::max_element(result.visits.begin(), result.visits.end());
  EXPECT_EQ(result.policy[static_cast<size_t>(most - result.visits.begin())], *most);
  for (size_t i = 0; i < result.moves.size(); ++i) {
    EXPECT_LE(result.policy[i], result.visits[i]);
    EXPECT_NE(result.policy[i], 1u);
  }
}

TEST(ForcedPlayouts, AreNoneWithoutNoise) {
  FakeEvaluator evaluator(3);
  SearchConfig config;
  Search plain(config, Game(OpenRules("linnaeus")), 1);
  config.forced_playouts = 2;
  Search forced(config, Game(OpenRules("linnaeus")), 1);
  Think(&plain, &evaluator, {.visits = 100});
  Think(&forced, &evaluator, {.visits = 100});
  EXPECT_TRUE(std::ranges::equal(plain.RootResult().visits, forced.RootResult().visits));
  EXPECT_TRUE(std::ranges::equal(forced.RootResult().policy, forced.RootResult().visits));
}

/// The result of a search of 200 visits whose root priors are not disturbed by noise or
/// temperature: visits and policy of the first moves, those with opinions. All other moves have a
/// prior of 0.
struct Found {
  std::vector<uint32_t> visits, policy;
};

Found ThinkWithForcedPlayouts(const Opinion& root, const std::vector<Opinion>& moves,
                              const MovesLeftConfig& moves_left = {}) {
  SearchConfig config;
  config.forced_playouts = 2;
  config.root_policy_temperature = 1;
  config.noise_fraction = 0;
  config.fpu_reduction = 0;
  config.moves_left = moves_left;
  config.prove = false;
  const Game game(OpenRules("brandubh"));
  FirstMoveEvaluator evaluator(game, root, moves);
  Search search(config, game, 1);
  Think(&search, &evaluator, {.visits = 200, .noise = true});
  const SearchResult result = search.RootResult();
  const auto first = [&](std::span<const uint32_t> weights) {
    const auto end = weights.begin() + static_cast<std::ptrdiff_t>(moves.size());
    return std::vector<uint32_t>(weights.begin(), end);
  };
  return {first(result.visits), first(result.policy)};
}

// Moves A, B and C have priors 0.5, 0.1 and 0.4. B and C are so bad that after their first visit
// they only get forced visits: before the last visit B is forced sqrt(2 * 0.1 * 199) = 6.3 times
// and C sqrt(2 * 0.4 * 199) = 12.6 times, which makes 7 and 13 visits. The exploration factor is
//   (1.5 + log((201 + 19653) / 19652)) sqrt(200) = 21.36,
// so A's score is 0.5 + 21.36 * 0.5 / 181 = 0.559.
//   B may lose 6 visits and does: with one visit left its score is -0.9 + 21.36 * 0.1 / 2 = 0.168.
//   The single visit that remains is removed too. C may lose 12 visits and loses 8: its score is
//   -0.9 + 21.36 * 0.4 / 6 = 0.524 with 5 left and 0.809 with 4. PUCT would have given it these 5
//   without forcing.
TEST(ForcedPlayouts, ABadMoveKeepsWhatItsPriorEarnsIt) {
  const Found found = ThinkWithForcedPlayouts({}, {{.value = 0.5f, .prior = 0.5f},
                                                   {.value = -0.9f, .prior = 0.1f},
                                                   {.value = -0.9f, .prior = 0.4f}});
  EXPECT_THAT(found.visits, ElementsAre(180, 7, 13));
  EXPECT_THAT(found.policy, ElementsAre(180, 0, 5));
}

// A and B win equally surely, but A in 10 plies and B in 90. At the root's value of 0.9, a ply is
// worth (0.9 - 0.8) / (1 - 0.8) = 0.5, which adds the maximum adjustment of 0.6 to A and subtracts
// it from B. B only gets forced visits, at least sqrt(2 * 0.4 * 199) = 12.6 of them. A's score is
//   0.9 + 0.6 + 21.36 * 0.6 / 188 = 1.568
// and B's is 0.9 - 0.6 + 21.36 * 0.4 / 7 = 1.521 with 6 visits left and 1.724 with 5. Judged by the
// values alone, B would keep all 13: 0.9 + 21.36 * 0.4 / 13 is more than 0.9 + 21.36 * 0.6 / 188.
TEST(ForcedPlayouts, ALongGameIsJudgedAsTheSearchJudgesIt) {
  const Found found = ThinkWithForcedPlayouts({.value = 0.9f, .moves_left = 30},
                                              {{.value = 0.9f, .moves_left = 10, .prior = 0.6f},
                                               {.value = 0.9f, .moves_left = 90, .prior = 0.4f}},
                                              {.max_effect = 0.6f, .slope = 1});
  EXPECT_THAT(found.visits, ElementsAre(187, 13));
  EXPECT_THAT(found.policy, ElementsAre(187, 6));
}

}  // namespace
}  // namespace raichi
