// Tests that the search wins won games soon and loses lost games late.

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "mcts/search/lines.h"
#include "mcts/search/puct.h"
#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/first_move_evaluator.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

using testing::ElementsAreArray;

TEST(WorthOfAPly, GrowsFromTheThreshold) {
  const MovesLeftConfig config{.max_effect = 0.1f, .slope = 0.01f, .threshold = 0.8f};
  EXPECT_FLOAT_EQ(WorthOfAPly(config, 1), 0.01f);
  EXPECT_FLOAT_EQ(WorthOfAPly(config, 0.9f), 0.005f);
  EXPECT_FLOAT_EQ(WorthOfAPly(config, -0.95f), -0.0075f);
  for (const float value : {0.8f, 0.3f, 0.0f, -0.79f}) EXPECT_EQ(WorthOfAPly(config, value), 0);
  EXPECT_EQ(WorthOfAPly(MovesLeftConfig{}, 1), 0);
}

/// An evaluator for which every position is worth `value` to the attackers and all moves are
/// equally likely. The game ends in ten plies after the first move `marked`, and in thirty after
/// any other.
class ShortCut : public Evaluator {
 public:
  ShortCut(float value, Move marked) : value_(value), marked_(marked) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    for (size_t i = 0; i < leaves.size(); ++i) {
      const Game& game = *leaves[i].game;
      const float won = game.to_move() == Side::kAttackers ? value_ : -value_;
      out[i].win = (1 + won) / 2;
      out[i].draw = 0;
      out[i].loss = (1 - won) / 2;
      const bool is_short = game.ply() > 0 && game.moves()[0] == marked_;
      out[i].moves_left = is_short ? 10 : 30;
      out[i].priors.assign(leaves[i].moves.size(), 1 / static_cast<float>(leaves[i].moves.size()));
    }
  }

 private:
  float value_;
  Move marked_;
};

/// Returns the visits of the marked move, which is the last one, in a search of 800 visits of the
/// first move of brandubh.
uint32_t VisitsOfTheShortCut(float value, const MovesLeftConfig& moves_left) {
  SearchConfig config;
  config.prove = false;
  config.moves_left = moves_left;
  const Game game(OpenRules("brandubh"));
  MoveList moves;
  game.LegalMoves(&moves);
  ShortCut evaluator(value, moves[moves.size() - 1]);
  Search search(config, game, 1);
  Think(&search, &evaluator, {.visits = 800});
  return search.RootResult().visits.back();
}

TEST(MovesLeft, ASideThatWinsIsInAHurry) {
  const uint32_t even = VisitsOfTheShortCut(0.95f, {});
  EXPECT_GT(VisitsOfTheShortCut(0.95f, {.max_effect = 0.1f}), 4 * even);
}

TEST(MovesLeft, ASideThatLosesIsNot) {
  const uint32_t even = VisitsOfTheShortCut(-0.95f, {});
  EXPECT_LT(VisitsOfTheShortCut(-0.95f, {.max_effect = 0.1f}), even);
}

TEST(MovesLeft, IsOfNoAccountWhileTheGameIsOpen) {
  const uint32_t even = VisitsOfTheShortCut(0.5f, {});
  EXPECT_EQ(VisitsOfTheShortCut(0.5f, {.max_effect = 0.1f}), even);
}

TEST(MovesLeft, HasAnEffectUpToItsBound) {
  const uint32_t even = VisitsOfTheShortCut(0.95f, {});
  const uint32_t bounded = VisitsOfTheShortCut(0.95f, {.max_effect = 0.005f, .slope = 1});
  EXPECT_GT(VisitsOfTheShortCut(0.95f, {.max_effect = 0.1f, .slope = 1}), bounded);
  EXPECT_LT(bounded, 2 * even);
}

/// Returns a search of 800 visits of brandubh's first move. Three moves are equally won, and the
/// evaluator reports `moves_left` plies to the end for all of them.
Search ThinkOfThree(float moves_left, float max_effect) {
  SearchConfig config;
  config.prove = false;
  config.moves_left.max_effect = max_effect;
  const Game game(OpenRules("brandubh"));
  FirstMoveEvaluator evaluator(game, {.value = 0.95f, .moves_left = moves_left},
                               {{.value = 0.95f, .moves_left = moves_left, .prior = 0.6f},
                                {.value = 0.95f, .moves_left = moves_left, .prior = 0.3f},
                                {.value = 0.95f, .moves_left = moves_left, .prior = 0.1f}});
  Search search(config, game, 1);
  Think(&search, &evaluator, {.visits = 800});
  return search;
}

// Evaluators without a moves-left head report 0. The depths of leaves must then not be taken for
// the lengths of games.
TEST(MovesLeft, WhatIsNotKnownChangesNothing) {
  const Search without = ThinkOfThree(0, 0), search = ThinkOfThree(0, 0.1f);
  EXPECT_THAT(search.RootResult().visits, ElementsAreArray(without.RootResult().visits));
  EXPECT_EQ(search.RootResult().moves_left, 0);
  EXPECT_EQ(BestLines(search, 1)[0].moves_left, 0);
  EXPECT_GT(ThinkOfThree(30, 0).RootResult().moves_left, 10);
}

}  // namespace
}  // namespace raichi
