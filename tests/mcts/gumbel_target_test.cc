// Policy targets of a search with a Gumbel root, worked out by hand.

#include <gtest/gtest.h>

#include <vector>

#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/first_move_evaluator.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

// Only two of forty moves can be considered: A has prior 0.4 and value -0.64, B has prior 0.6 and
// value -0.5; every other move has prior 2.5e-7. Of five visits, A and B get two each and B, the
// better one, gets the fifth. The evaluator's value of the root is 0.98, so the value of an
// unvisited move is
//   v_mix = (0.98 + 5 (0.4 * -0.64 + 0.6 * -0.5) / (0.4 + 0.6)) / (1 + 5) = -0.3.
// sigma(q) = (47 + 3) * 2 * (1 + q) / 2 is 18 for A, 25 for B and 35 for v_mix. Divided by e^25,
// the weights of the moves are
//   0.4 e^-7 = 0.000365 for A, 0.6 for B and 2.5e-7 e^10 = 0.0055066 for each other move, together
//   0.209251 for the 38 others.
// They sum to 0.809616, which gives A a share of 0.00045053, B 0.741092, each other move 0.0068015
// and all others together 0.258457. In units of 1 / 65536, A has 29.5, B 48568.2 and each other
// move 445.7. The value of the root is then
//   0.00045053 * -0.64 + 0.741092 * -0.5 + 0.258457 * -0.3 = -0.44837.
TEST(GumbelTarget, IsTheSoftmaxOfLogitsAndCompletedValues) {
  SearchConfig config;
  config.root = RootRule::kGumbel;
  config.gumbel = {.considered = 2, .c_visit = 47, .c_scale = 2};
  config.prove = false;
  const Game game(OpenRules("brandubh"));
  std::vector<FirstMoveEvaluator::Opinion> opinions(40, {.prior = 2.5e-7f});
  opinions[0] = {.value = -0.64f, .prior = 0.4f};
  opinions[1] = {.value = -0.5f, .prior = 0.6f};
  FirstMoveEvaluator evaluator(game, {.value = 0.98f}, opinions);
  Search search(config, game, 1);
  EXPECT_EQ(Think(&search, &evaluator, {.visits = 5, .noise = true}), 6);

  const SearchResult result = search.RootResult();
  ASSERT_EQ(result.moves.size(), 40u);
  EXPECT_EQ(result.visits[0], 2u);
  EXPECT_EQ(result.visits[1], 3u);
  EXPECT_EQ(result.best, result.moves[1]);
  EXPECT_NEAR(result.policy[0], 29.5, 1);
  EXPECT_NEAR(result.policy[1], 48568.2, 3);
  for (size_t i = 2; i < 40; ++i) EXPECT_NEAR(result.policy[i], 445.7, 1);
  EXPECT_NEAR(result.value, -0.44837, 1e-4);
}

}  // namespace
}  // namespace raichi
