// Checks that the eight symmetries commute with every operation of the rules.
#include "rules/symmetry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "tests/support/comparison.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

std::vector<Symmetry> AllSymmetries() {
  std::vector<Symmetry> all;
  for (int i = 0; i < Symmetry::kCount; ++i) all.emplace_back(i);
  return all;
}

TEST(Symmetry, EachHasItsInverse) {
  for (const Symmetry symmetry : AllSymmetries()) {
    for (int size = kMinBoardSize; size <= kMaxBoardSize; ++size) {
      for (int x = 1; x <= size; ++x) {
        const Square s(x, 1 + x * 3 % size);
        EXPECT_EQ(symmetry.Inverse()(symmetry(s, size), size), s);
        EXPECT_EQ(symmetry(symmetry.Inverse()(s, size), size), s);
      }
    }
  }
}

TEST(Symmetry, TheEightAreDifferentAndTheFirstIsTheIdentity) {
  std::set<Square> images;
  for (const Symmetry symmetry : AllSymmetries()) images.insert(symmetry(Square(2, 4), 9));
  EXPECT_EQ(images.size(), 8u);
  EXPECT_EQ(Symmetry()(Square(2, 4), 9), Square(2, 4));
  EXPECT_EQ(Symmetry(1)(Square(2, 4), 9), Square(8, 4)) << "bit 0 mirrors files";
  EXPECT_EQ(Symmetry(2)(Square(2, 4), 9), Square(2, 6)) << "bit 1 mirrors ranks";
  EXPECT_EQ(Symmetry(4)(Square(2, 4), 9), Square(4, 2)) << "bit 2 swaps them";
  EXPECT_EQ(Symmetry(7)(Square(2, 4), 9), Square(6, 8)) << "mirrors first";
}

TEST(Symmetry, ThoseOfLopsidedCampsAreFewer) {
  EXPECT_EQ(SymmetriesOf(*Variant("linnaeus")).size(), 8u);
  EXPECT_EQ(SymmetriesOf(*Variant("ashton-bologna")).size(), 8u);
  RuleSet camps = Variant("linnaeus")->data();
  camps.camps = CampRules{{Square(1, 2)}, {}, {}, {}, {}};
  EXPECT_EQ(SymmetriesOf(Rules(camps)), std::vector<Symmetry>{Symmetry(0)});
  camps.camps->squares = {Square(1, 2), Square(9, 2)};
  EXPECT_EQ(SymmetriesOf(Rules(camps)), (std::vector<Symmetry>{Symmetry(0), Symmetry(1)}));
  camps.camps->squares = {Square(1, 2), Square(2, 1)};
  EXPECT_EQ(SymmetriesOf(Rules(camps)), (std::vector<Symmetry>{Symmetry(0), Symmetry(4)}));
  camps.camps->neutral = {Square(1, 2)};
  EXPECT_EQ(SymmetriesOf(Rules(camps)).size(), 1u) << "neutral squares count";
}

std::vector<Move> SortedMoves(const Rules& rules, const Position& position) {
  MoveList list;
  GenerateMoves(rules, position, &list);
  std::vector<Move> moves(list.begin(), list.end());
  std::sort(moves.begin(), moves.end());
  return moves;
}

std::vector<Square> SortedCaptures(const Step& step, Symmetry symmetry, int size) {
  std::vector<Square> captures;
  for (int i = 0; i < step.num_captured; ++i) {
    captures.push_back(symmetry(step.captured[static_cast<size_t>(i)], size));
  }
  std::sort(captures.begin(), captures.end());
  return captures;
}

/// Checks that a position and its image have corresponding moves with corresponding effects.
void ExpectCommutes(const Rules& rules, const Position& position, Symmetry symmetry, Rng* rng) {
  const int size = rules.size();
  const Position image = symmetry(position, rules);
  ASSERT_EQ(image.hash(), image.ComputeHash());
  ASSERT_EQ(symmetry.Inverse()(image, rules), position);
  std::vector<Move> moves = SortedMoves(rules, position);
  std::vector<Move> images;
  for (const Move move : moves) images.push_back(symmetry(move, size));
  std::sort(images.begin(), images.end());
  ASSERT_EQ(SortedMoves(rules, image), images);
  ASSERT_EQ(KingRoads(rules, image), KingRoads(rules, position));
  for (int i = 0; i < 3 && !moves.empty(); ++i) {
    const Move move = Pick(moves, rng);
    Position after = position;
    Position image_after = image;
    const Step step = Play(rules, move, &after);
    const Step image_step = Play(rules, symmetry(move, size), &image_after);
    ASSERT_EQ(symmetry(after, rules), image_after);
    ASSERT_EQ(step.result, image_step.result);
    ASSERT_EQ(step.reason, image_step.reason);
    ASSERT_EQ(SortedCaptures(step, symmetry, size), SortedCaptures(image_step, Symmetry(), size));
  }
}

void PlayAndExpectCommutes(const RulesPtr& rules, int positions, Rng* rng) {
  Position position = rules->start();
  const std::vector<Symmetry> symmetries = SymmetriesOf(*rules);
  for (int i = 0; i < positions && !::testing::Test::HasFatalFailure(); ++i) {
    SCOPED_TRACE(rules->data().name + " " + ToString(*rules, position));
    for (const Symmetry symmetry : symmetries) ExpectCommutes(*rules, position, symmetry, rng);
    const Move move = RandomMove(*rules, position, rng);
    const bool over = move.IsNone() || Play(*rules, move, &position).result != Result::kOngoing;
    if (over) position = rules->start();
  }
}

TEST(Symmetry, CommutesWithMovesAndResultsOfAllVariants) {
  Rng rng(31);
  for (const std::string& name : VariantNames()) {
    PlayAndExpectCommutes(Variant(name), Scaled(600), &rng);
  }
}

TEST(Symmetry, CommutesWithMovesAndResultsOfRandomRules) {
  Rng rng(32);
  const int rule_sets = Scaled(300);
  for (int i = 0; i < rule_sets; ++i) PlayAndExpectCommutes(RandomRules(&rng), 10, &rng);
}

}  // namespace
}  // namespace raichi
