#include "mcts/softmax.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "base/rng.h"

namespace raichi {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<float> RandomLogits(size_t count, Rng* rng) {
  std::vector<float> logits(count);
  for (float& logit : logits) logit = static_cast<float>(rng->Below(60'000)) / 1000 - 30;
  return logits;
}

/// Logits that are tens apart lose digits when the largest is subtracted.
TEST(SoftmaxTest, IsWithinRoundingOfItsDefinition) {
  Rng rng(1);
  for (size_t count = 1; count < 40; ++count) {
    const std::vector<float> logits = RandomLogits(count, &rng);
    double sum = 0;
    for (const float logit : logits) sum += std::exp(double{logit});
    std::vector<float> probabilities = logits;
    Softmax(probabilities);
    for (size_t i = 0; i < count; ++i) {
      const double expected = std::exp(double{logits[i]}) / sum;
      EXPECT_NEAR(probabilities[i], expected, 5e-6 * expected) << count;
    }
  }
}

TEST(SoftmaxTest, DoesNotDependOnWhereTheNumbersLie) {
  Rng rng(2);
  const std::vector<float> logits = RandomLogits(21, &rng);
  std::vector<float> expected = logits;
  Softmax(expected);
  for (size_t shift = 1; shift < 9; ++shift) {
    std::vector<float> memory(shift);
    memory.insert(memory.end(), logits.begin(), logits.end());
    Softmax(std::span(memory).subspan(shift));
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                           memory.begin() + static_cast<std::ptrdiff_t>(shift)));
  }
}

TEST(SoftmaxTest, TakesAnyFiniteLogits) {
  std::vector<float> logits = {3e38f, -3e38f, 3e38f, -kInfinity};
  Softmax(logits);
  EXPECT_EQ(logits, std::vector<float>({0.5f, 0, 0.5f, 0}));
}

TEST(SoftmaxTest, ShowsWhatIsNotANumber) {
  std::vector<float> logits(11, 0.0f);
  logits[9] = std::numeric_limits<float>::quiet_NaN();
  Softmax(logits);
  for (const float probability : logits) EXPECT_TRUE(std::isnan(probability));
}

}  // namespace
}  // namespace raichi
