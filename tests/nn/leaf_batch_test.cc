#include "nn/leaf_batch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "nn/policy_index.h"
#include "rules/notation.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

constexpr size_t kCanvas = 9;

/// Two leaves: a board as large as the canvas, and a smaller one.
class LeafBatchTest : public testing::Test {
 protected:
  LeafBatchTest() {
    large_.LegalMoves(&large_moves_);
    small_.LegalMoves(&small_moves_);
    leaves_ = {{&large_, {large_moves_.data(), large_moves_.size()}},
               {&small_, {small_moves_.data(), small_moves_.size()}}};
    batch_.Encode(leaves_);
  }

  float At(size_t leaf, Plane plane, Square s) const {
    const size_t row = (leaf * kPlanes + static_cast<size_t>(plane)) * kCanvas;
    return batch_.planes()[(row + static_cast<size_t>(s.y() - 1)) * kCanvas +
                           static_cast<size_t>(s.x() - 1)];
  }
  float SumOf(size_t leaf, Plane plane) const {
    float sum = 0;
    for (int y = 1; y <= 9; ++y) {
      for (int x = 1; x <= 9; ++x) sum += At(leaf, plane, Square(x, y));
    }
    return sum;
  }
  static size_t IndexOf(Move move) { return static_cast<size_t>(PolicyIndex(move, kCanvas)); }

  const Game large_{Variant("linnaeus")}, small_{Variant("brandubh")};
  MoveList large_moves_, small_moves_;
  std::vector<LeafRequest> leaves_;
  LeafBatch batch_{kCanvas};

  const size_t policy_size_ = PolicySize(kCanvas);
  std::vector<float> policy_ = std::vector<float>(2 * policy_size_, 0);
  std::vector<float> wdl_ = {0.5f, 0.25f, 0.25f, 0.125f, 0.5f, 0.375f};
  std::vector<float> moves_left_ = {30, 12};
};

TEST_F(LeafBatchTest, PlanesAreTheEncodersBits) {
  EXPECT_EQ(batch_.planes().size(), 2 * kPlanes * kCanvas * kCanvas);
  EXPECT_EQ(At(0, Plane::kKing, ParseSquare("e5", 9)), 1);
  EXPECT_EQ(SumOf(0, Plane::kKing), 1);
  EXPECT_EQ(SumOf(0, Plane::kAttackers), 16);
  EXPECT_EQ(At(0, Plane::kAttackers, ParseSquare("d9", 9)), 1);
  EXPECT_EQ(At(1, Plane::kKing, ParseSquare("d4", 9)), 1);
  EXPECT_EQ(SumOf(1, Plane::kBoard), 49);
  EXPECT_EQ(SumOf(1, Plane::kAttackers), 8);
}

TEST_F(LeafBatchTest, NumbersAreARowALeaf) {
  EXPECT_EQ(batch_.numbers().size(), 2 * kGlobals);
  EXPECT_FLOAT_EQ(batch_.numbers()[6], 9.0f / 19);
  EXPECT_FLOAT_EQ(batch_.numbers()[kGlobals + 6], 7.0f / 19);
}

TEST_F(LeafBatchTest, ResultsAreThoseOfTheirLeaf) {
  const auto answers = batch_.Read(leaves_, {policy_, wdl_, moves_left_});
  ASSERT_EQ(answers.size(), 2);
  EXPECT_EQ(answers[0].Value(), 0.25f);
  EXPECT_EQ(answers[1].Value(), -0.25f);
  EXPECT_EQ(answers[1].draw, 0.5f);
  EXPECT_EQ(answers[1].moves_left, 12);
}

TEST_F(LeafBatchTest, PriorsAreSoftMaxedOverLegalMovesAlone) {
  policy_.assign(policy_.size(), 100.0f);  // what is illegal says nothing
  for (const Move move : small_moves_) policy_[policy_size_ + IndexOf(move)] = 1;
  policy_[policy_size_ + IndexOf(small_moves_[3])] = 1 + std::log(2.0f);
  const auto answers = batch_.Read(leaves_, {policy_, wdl_, moves_left_});
  EXPECT_EQ(answers[0].priors.size(), large_moves_.size());
  EXPECT_FLOAT_EQ(answers[0].priors[0], 1 / static_cast<float>(large_moves_.size()));
  const float share = 1 / static_cast<float>(small_moves_.size() + 1);
  EXPECT_FLOAT_EQ(answers[1].priors[2], share);
  EXPECT_FLOAT_EQ(answers[1].priors[3], 2 * share);
}

}  // namespace
}  // namespace raichi
