#include <gtest/gtest.h>

#include "rules/words/words.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

constexpr std::string_view kKingInTheOpen = R"(
    .........
    .........
    .........
    .........
    t...K...t
    .........
    .........
    ....T....
    t........ )";

TEST(Announce, OneRoadIsRaichiTwoAreTuichu) {
  Scene one("linnaeus", Side::kDefenders, R"(
      ....t....
      .........
      .........
      .........
      t....K..t
      .........
      .........
      .....T...
      t.......T )");
  one.Play("i1-i2");
  EXPECT_EQ(CallRoads(one.game()), "Raichi! The king sees an open road.");
  Scene two("linnaeus", Side::kDefenders, kKingInTheOpen);
  two.Play("e2-d2");
  EXPECT_EQ(CallRoads(two.game()), "Tuichu! The king sees two roads.");
}

TEST(Announce, ItIsOwedToTheAttackersAlone) {
  Scene scene("linnaeus", Side::kAttackers, kKingInTheOpen);
  EXPECT_EQ(CallRoads(scene.game()), "Raichi! The king sees an open road.");
  scene.Play("a1-b1");
  EXPECT_EQ(scene.Roads(), 1);
  EXPECT_EQ(CallRoads(scene.game()), "");
}

TEST(Announce, TheEndIsCalledByItsReason) {
  Scene scene("linnaeus", Side::kDefenders, kKingInTheOpen);
  EXPECT_EQ(DescribeResult(scene.game()), "ongoing");
  scene.Play("e5-e9");
  EXPECT_EQ(DescribeResult(scene.game()), "defenders win: king escaped");
  EXPECT_EQ(CallRoads(scene.game()), "");
}

}  // namespace
}  // namespace raichi
