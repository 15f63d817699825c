#include <gtest/gtest.h>

#include <cstdint>

#include "base/text.h"

namespace raichi {
namespace {

TEST(CountedTest, OneIsSingular) {
  EXPECT_EQ(Counted(0, "game"), "0 games");
  EXPECT_EQ(Counted(1, "game"), "1 game");
  EXPECT_EQ(Counted(uint64_t{2}, "game"), "2 games");
}

TEST(CountedTest, PluralsDependOnTheEndOfTheNoun) {
  EXPECT_EQ(Counted(2, "ply"), "2 plies");
  EXPECT_EQ(Counted(1, "ply"), "1 ply");
  EXPECT_EQ(Counted(2, "match"), "2 matches");
  EXPECT_EQ(Counted(1, "match"), "1 match");
}

}  // namespace
}  // namespace raichi
