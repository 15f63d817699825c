// Tests the cache that recognises rotated and mirrored positions.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "mcts/evaluators/cached_evaluator.h"
#include "mcts/evaluators/fake_evaluator.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/mcts/helpers.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

/// Returns the image of a game under a symmetry.
Game Image(const Game& game, Symmetry symmetry) {
  const int size = game.rules().size();
  Game image(OpenRules(game.rules().data().name), symmetry(game.PositionAt(0), game.rules()));
  for (const Move move : game.moves()) image.Play(symmetry(move, size));
  return image;
}

struct Leaf {
  explicit Leaf(Game its_game) : game(std::move(its_game)) { game.LegalMoves(&moves); }
  LeafRequest request() const { return {&game, {moves.data(), moves.size()}}; }
  Game game;
  MoveList moves;
};

std::map<uint16_t, float> PriorsByMove(const Leaf& leaf, const Evaluation& evaluation,
                                       Symmetry symmetry) {
  std::map<uint16_t, float> priors;
  for (size_t i = 0; i < leaf.moves.size(); ++i) {
    priors[symmetry(leaf.moves[i], leaf.game.rules().size()).code()] = evaluation.priors[i];
  }
  return priors;
}

TEST(SymmetricCache, HashesAreThoseOfTheImages) {
  for (const std::string& name : VariantNames()) {
    Game game(OpenRules(name));
    PlayRandomly(15, 3, &game);
    for (int i = 0; i < Symmetry::kCount; ++i) {
      const Position image = Symmetry(i)(game.position(), game.rules());
      EXPECT_EQ(HashUnder(Symmetry(i), game.position(), game.rules()), image.hash()) << name << i;
    }
  }
}

TEST(SymmetricCache, KnowsEveryImageInEveryVariant) {
  for (const std::string& name : VariantNames()) {
    Game game(OpenRules(name));
    PlayRandomly(9, 3, &game);
    if (game.IsOver()) continue;
    const bool is_free = game.rules().data().repetition.result != RepetitionResult::kIllegal;
    const std::vector<Symmetry> symmetries = SymmetriesOf(game.rules());
    FakeEvaluator fake(1);
    EvaluationCache cache({.bytes = 1 << 20, .mode = CacheMode::kSymmetric, .history = 2});
    CachedEvaluator cached(&fake, &cache);
    const Leaf leaf(game);
    std::vector<Evaluation> plain(1), answer(1);
    cached.Evaluate(std::vector{leaf.request()}, plain);
    for (const Symmetry symmetry : symmetries) {
      const Leaf image(Image(game, symmetry));
      ASSERT_EQ(image.moves.size(), leaf.moves.size());
      if (!is_free && symmetry != Symmetry()) continue;
      ASSERT_TRUE(cached.Recall(image.request(), answer.data())) << name << symmetry.index();
      EXPECT_EQ(answer[0].win, plain[0].win);
      EXPECT_EQ(answer[0].moves_left, plain[0].moves_left);
      EXPECT_EQ(PriorsByMove(image, answer[0], Symmetry()), PriorsByMove(leaf, plain[0], symmetry))
          << name << symmetry.index();
    }
  }
}

// Images in the same batch are evaluated once, and each is answered in its own frame.
TEST(SymmetricCache, AnswersImagesOfOneBatch) {
  Game game(OpenRules("linnaeus"));
  PlayRandomly(11, 5, &game);
  std::vector<Leaf> leaves;
  std::vector<LeafRequest> requests;
  for (int i = 0; i < Symmetry::kCount; ++i) leaves.emplace_back(Image(game, Symmetry(i)));
  for (const Leaf& leaf : leaves) requests.push_back(leaf.request());
  FakeEvaluator fake(1);
  EvaluationCache cache({.bytes = 1 << 20, .mode = CacheMode::kSymmetric});
  CachedEvaluator cached(&fake, &cache);
  std::vector<Evaluation> answers(requests.size()), plain(1);
  cached.Evaluate(requests, answers);
  EXPECT_EQ(cache.counts().misses, 1u);
  EXPECT_EQ(cache.counts().duplicates, 7u);
  fake.Evaluate(std::span(requests).first(1), plain);
  for (int i = 0; i < Symmetry::kCount; ++i) {
    const auto at = static_cast<size_t>(i);
    EXPECT_EQ(PriorsByMove(leaves[at], answers[at], Symmetry()),
              PriorsByMove(leaves[0], plain[0], Symmetry(i)));
  }
}

TEST(SymmetricCache, TellsImagesApartWhenExact) {
  Game game(OpenRules("linnaeus"));
  PlayRandomly(11, 5, &game);
  const Leaf leaf(game), image(Image(game, Symmetry(1)));
  LeafKeys exact(CacheMode::kExact, 0), symmetric(CacheMode::kSymmetric, 0);
  EXPECT_NE(exact.Of(leaf.request()).hash, exact.Of(image.request()).hash);
  EXPECT_EQ(symmetric.Of(leaf.request()).hash, symmetric.Of(image.request()).hash);
}

// The last moves are mapped together with the position.
TEST(SymmetricCache, TellsHistoriesApart) {
  const RulesPtr rules = OpenRules("linnaeus");
  const auto play = [&](const std::vector<const char*>& moves) {
    Game game(rules);
    for (const char* move : moves) game.Play(ParseLegalMove(game, move));
    return game;
  };
  const Leaf one(play({"d1-c1", "e3-f3", "a4-b4", "f3-g3"}));
  const Leaf two(Image(play({"a4-b4", "e3-f3", "d1-c1", "f3-g3"}), Symmetry(6)));
  for (const auto& [history, is_same] : {std::pair(0, true), {1, true}, {2, false}}) {
    LeafKeys keys(CacheMode::kSymmetric, history);
    EXPECT_EQ(keys.Of(one.request()).hash == keys.Of(two.request()).hash, is_same) << history;
  }
}

}  // namespace
}  // namespace raichi
