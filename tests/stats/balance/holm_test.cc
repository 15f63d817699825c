#include <gmock/gmock.h>

#include "stats/balance/intervals.h"

namespace raichi {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(HolmTest, AdjustsAnExampleByHand) {
  // In ascending order: 4 * 0.01, 3 * 0.02, 2 * 0.03 and 1 * 0.2.
  EXPECT_THAT(HolmAdjust(std::vector{0.02, 0.2, 0.01, 0.03}),
              ElementsAre(DoubleNear(0.06, 1e-12), DoubleNear(0.2, 1e-12), DoubleNear(0.04, 1e-12),
                          DoubleNear(0.06, 1e-12)));
}

TEST(HolmTest, KeepsTheOrderAndStaysBelowOne) {
  // 3 * 0.4 is cut to 1; the second would be 2 * 0.41 and may not be less than the first.
  EXPECT_THAT(HolmAdjust(std::vector{0.41, 0.4, 0.9}), ElementsAre(1, 1, 1));
  EXPECT_THAT(HolmAdjust(std::vector{0.3}), ElementsAre(0.3));
  EXPECT_THAT(HolmAdjust({}), IsEmpty());
}

}  // namespace
}  // namespace raichi
