// What a search with a Gumbel root teaches, worked out by hand.

#include <gtest/gtest.h>

#include <vector>

#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/first_move_evaluator.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

// Two of forty moves have any chance to be considered: A, of prior 0.4, is worth -0.64 and B, of
// prior 0.6, -0.5; the others' priors are 2.5e-7. Of five visits each gets two and B, the better
// one, the fifth. The root was thought to be worth 0.98, so that a move not visited stands at
//   v_mix = (0.98 + 5 (0.4 * -0.64 + 0.6 * -0.5) / (0.4 + 0.6)) / (1 + 5) = -0.3.
// sigma(q) = (47 + 3) * 2 * (1 + q) / 2 is 18 for A, 25 for B and 35 for v_mix. Over e^25 the moves
// weigh
//   0.4 e^-7 = 0.000365, 0.6 and 2.5e-7 e^10 = 0.0055066, these 38 together 0.209251:
// 0.809616 in all, of which A has 0.00045053, B 0.741092, each other 0.0068015 and all others
// 0.258457. In units of 1 / 65536 that is 29.5, 48568.2 and 445.7. The root is then worth
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

  const SearchResult result = search.Result();
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
