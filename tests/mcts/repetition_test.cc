// Tests that a search detects, along its own lines, the limits that depend on the game's history.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

RulesPtr WithRepetition(int count, RepetitionResult result) {
  RuleSet set = OpenRules("linnaeus")->data();
  set.repetition = {count, result};
  return std::make_shared<const Rules>(set);
}

void PlayMoves(std::initializer_list<const char*> moves, Game* game) {
  for (const char* move : moves) game->Play(ParseLegalMove(*game, move));
}

Proof ProofOf(const Search& search, const char* move) {
  const SearchResult result = search.RootResult();
  const auto at = std::find(result.moves.begin(), result.moves.end(),
                            ParseMove(move, search.game().rules().size()));
  return result.proofs[static_cast<size_t>(at - result.moves.begin())];
}

/// Returns a game in which three of four moves of a repetition have been played.
Game BeforeRepetition(const RulesPtr& rules) {
  Game game(rules);
  PlayMoves({"d1-c1", "e3-f3", "c1-d1"}, &game);
  return game;
}

struct Case {
  RepetitionResult result;
  Proof proof;  // of the defenders' move that repeats the position
};
class Repetition : public testing::TestWithParam<Case> {};

TEST_P(Repetition, IsSeenOneMoveAhead) {
  UniformEvaluator evaluator;
  Search search({}, BeforeRepetition(WithRepetition(2, GetParam().result)), 1);
  Think(&search, &evaluator, {.visits = 300});
  EXPECT_EQ(ProofOf(search, "f3-e3"), GetParam().proof);
  EXPECT_EQ(ProofOf(search, "f3-g3"), Proof::kNone);
}

INSTANTIATE_TEST_SUITE_P(All, Repetition,
                         testing::Values(Case{RepetitionResult::kDraw, Proof::kDraw},
                                         Case{RepetitionResult::kMoverLoses, Proof::kLoss},
                                         Case{RepetitionResult::kDefendersLose, Proof::kLoss}));

TEST(RepetitionInTheTree, TheThirdOccurrenceIsSeenAndNotTheSecond) {
  UniformEvaluator evaluator;
  const RulesPtr rules = WithRepetition(3, RepetitionResult::kDraw);
  Search second({}, BeforeRepetition(rules), 1);
  Think(&second, &evaluator, {.visits = 300});
  EXPECT_EQ(ProofOf(second, "f3-e3"), Proof::kNone);

  Game game = BeforeRepetition(rules);
  PlayMoves({"f3-e3", "d1-c1", "e3-f3", "c1-d1"}, &game);
  Search third({}, game, 1);
  Think(&third, &evaluator, {.visits = 300});
  EXPECT_EQ(ProofOf(third, "f3-e3"), Proof::kDraw);
}

/// Finds the attackers far ahead and is blind to one move of the defenders.
class BlindEvaluator : public Evaluator {
 public:
  explicit BlindEvaluator(Move unseen) : unseen_(unseen) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    for (size_t i = 0; i < leaves.size(); ++i) {
      const bool ahead = leaves[i].game->to_move() == Side::kAttackers;
      out[i].win = ahead ? 0.95f : 0.05f;
      out[i].draw = 0;
      out[i].loss = 1 - out[i].win;
      const std::span<const Move> moves = leaves[i].moves;
      const auto seen = moves.size() - static_cast<size_t>(std::ranges::count(moves, unseen_));
      out[i].priors.assign(moves.size(), 1 / static_cast<float>(seen));
      for (size_t j = 0; j < moves.size(); ++j) {
        if (moves[j] == unseen_) out[i].priors[j] = 0;
      }
    }
  }

 private:
  Move unseen_;
};

TEST(RepetitionInTheTree, ADrawOfTheLosingSideIsSeenWithoutAPrior) {
  Game game = BeforeRepetition(WithRepetition(3, RepetitionResult::kDraw));
  PlayMoves({"f3-e3", "d1-c1", "e3-f3"}, &game);
  BlindEvaluator evaluator(ParseMove("f3-e3", 9));
  Search search({}, game, 1);
  Think(&search, &evaluator, {.visits = 300});
  const SearchResult result = search.RootResult();
  const auto value_of = [&](const char* move) {
    const auto at = std::ranges::find(result.moves, ParseMove(move, 9));
    return result.values[static_cast<size_t>(at - result.moves.begin())];
  };
  EXPECT_LT(value_of("c1-d1"), 0.5);  // the defenders then repeat the position
  EXPECT_GT(value_of("c1-c2"), 0.8);
}

TEST(RepetitionInTheTree, ADrawWithoutAPriorIsSeenAtAKeptRoot) {
  Game game = BeforeRepetition(WithRepetition(3, RepetitionResult::kDraw));
  PlayMoves({"f3-e3", "d1-c1", "e3-f3"}, &game);
  BlindEvaluator evaluator(ParseMove("f3-e3", 9));
  Search search({}, game, 1);
  const Move back = ParseMove("c1-d1", 9);
  const auto visits = [&] {
    const SearchResult result = search.RootResult();
    return result
        .visits[static_cast<size_t>(std::ranges::find(result.moves, back) - result.moves.begin())];
  };
  for (int most = 10; most < 100 && (most == 10 || visits() == 0); ++most) {
    Think(&search, &evaluator, {.visits = most});
  }
  ASSERT_EQ(visits(), 1u);  // so its node has no visited moves
  search.Play(back);
  Think(&search, &evaluator, {.visits = 10});
  EXPECT_EQ(ProofOf(search, "f3-e3"), Proof::kDraw);
}

// The position repeats four plies below the root, on a line that only the search plays.
TEST(RepetitionInTheTree, IsSeenAlongThePath) {
  UniformEvaluator evaluator;
  const RulesPtr rules = WithRepetition(2, RepetitionResult::kDraw);
  Search search({}, Game(rules), 1);
  Think(&search, &evaluator, {.visits = 500});
  for (const char* text : {"d1-c1", "e3-f3", "c1-d1"}) {
    search.Play(ParseMove(text, 9));
    Think(&search, &evaluator, {.visits = 500});
  }
  EXPECT_EQ(ProofOf(search, "f3-e3"), Proof::kDraw);
}

TEST(RepetitionInTheTree, IllegalRepetitionsAreNoMoves) {
  UniformEvaluator evaluator;
  Search search({}, BeforeRepetition(WithRepetition(2, RepetitionResult::kIllegal)), 1);
  Think(&search, &evaluator, {.visits = 300});
  const SearchResult result = search.RootResult();
  EXPECT_EQ(std::count(result.moves.begin(), result.moves.end(), ParseMove("f3-e3", 9)), 0);
}

TEST(LimitsInTheTree, ThePlyLimitDraws) {
  UniformEvaluator evaluator;
  RuleSet set = OpenRules("linnaeus")->data();
  set.ply_limit = 2;
  Search search({}, Game(std::make_shared<const Rules>(set)), 1);
  Think(&search, &evaluator, {.visits = 20'000});
  const SearchResult result = search.RootResult();
  EXPECT_EQ(result.proof, Proof::kDraw);
  EXPECT_EQ(result.plies_to_end, 2);
  EXPECT_EQ(result.draw, 1);
}

TEST(LimitsInTheTree, TheQuietLimitDraws) {
  UniformEvaluator evaluator;
  RuleSet set = OpenRules("linnaeus")->data();
  set.quiet_limit = 1;
  Search search({}, Game(std::make_shared<const Rules>(set)), 1);
  Think(&search, &evaluator, {.visits = 1000});
  EXPECT_EQ(search.RootResult().proof, Proof::kDraw);
  EXPECT_EQ(search.RootResult().plies_to_end, 1);
}

}  // namespace
}  // namespace raichi
