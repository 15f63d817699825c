#include <gtest/gtest.h>

#include <cmath>

#include "nn/input/policy_index.h"
#include "rules/notation.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

constexpr int kCanvas = 9;

float At(const std::vector<float>& planes, int position, Plane plane, std::string_view square) {
  const Square s = ParseSquare(square, kCanvas);
  const int row = (position * kPlanes + static_cast<int>(plane)) * kCanvas + s.y() - 1;
  return planes[static_cast<size_t>(row * kCanvas + s.x() - 1)];
}

TEST(NetworkAnswers, PlanesAreTheEncodersBits) {
  PackedBatch packed(kCanvas);
  packed.Resize(2);
  EncodeGame(Game(Variant("linnaeus")), true, &packed, 0);
  EncodeGame(Game(Variant("brandubh")), true, &packed, 1);
  const std::vector<float> planes = UnpackPlanes(packed);
  ASSERT_EQ(planes.size(), size_t{2} * kPlanes * kCanvas * kCanvas);
  EXPECT_EQ(At(planes, 0, Plane::kKing, "e5"), 1);
  EXPECT_EQ(At(planes, 0, Plane::kKing, "e4"), 0);
  EXPECT_EQ(At(planes, 0, Plane::kAttackers, "d9"), 1);
  EXPECT_EQ(At(planes, 1, Plane::kKing, "d4"), 1);
  EXPECT_EQ(At(planes, 1, Plane::kBoard, "g7"), 1);
  EXPECT_EQ(At(planes, 1, Plane::kBoard, "h7"), 0);
}

/// Holds a network's answers for two positions.
class AnswersTest : public testing::Test {
 protected:
  AnswersTest() { game_.LegalMoves(&moves_); }
  float& Logit(int position, Move move) {
    return answers_
        .policy[static_cast<size_t>(position * PolicySize(kCanvas) + PolicyIndex(move, kCanvas))];
  }
  Evaluation Read(size_t position) const {
    Evaluation read;
    ReadAnswer(answers_, kCanvas, position, {moves_.data(), moves_.size()}, &read);
    return read;
  }

  const Game game_{Variant("linnaeus")};
  MoveList moves_;
  NetworkAnswers answers_{std::vector<float>(2 * PolicySize(kCanvas)),
                          {0.5f, 0.25f, 0.25f, 0.125f, 0.5f, 0.375f},
                          {30, 12}};
};

TEST_F(AnswersTest, ResultsAreThoseOfTheirPosition) {
  EXPECT_EQ(Read(0).Value(), 0.25f);
  EXPECT_EQ(Read(1).Value(), -0.25f);
  EXPECT_EQ(Read(1).draw, 0.5f);
  EXPECT_EQ(Read(1).moves_left, 12);
}

TEST_F(AnswersTest, PriorsAreSoftMaxedOverLegalMovesAlone) {
  answers_.policy.assign(answers_.policy.size(), 100.0f);  // must not count for illegal moves
  for (const Move move : moves_) Logit(1, move) = 1;
  Logit(1, moves_[3]) = 1 + std::log(2.0f);
  const float share = 1 / static_cast<float>(moves_.size() + 1);
  EXPECT_FLOAT_EQ(Read(1).priors[2], share);
  EXPECT_FLOAT_EQ(Read(1).priors[3], 2 * share);
  EXPECT_FLOAT_EQ(Read(0).priors[3], 1 / static_cast<float>(moves_.size()));
}

}  // namespace
}  // namespace raichi
