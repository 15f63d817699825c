#include <gtest/gtest.h>

#include "app/play/clocks.h"
#include "base/error.h"

namespace raichi {
namespace {

TEST(PlayClocks, TimeControlsAreRead) {
  const auto read = [](const char* text) {
    const TimeControl control = ParseTimeControl(text);
    return std::pair(control.base, control.increment);
  };
  EXPECT_EQ(read("10m+5s"), std::pair(600.0, 5.0));
  EXPECT_EQ(read("10m"), std::pair(600.0, 0.0));
  EXPECT_EQ(read("1h+0.5s"), std::pair(3600.0, 0.5));
  EXPECT_EQ(read("90s+1m"), std::pair(90.0, 60.0));
  EXPECT_EQ(read("3+2"), std::pair(180.0, 2.0)) << "minutes and seconds";
  for (const char* wrong :
       {"", "+", "m", "0m", "-5m", "nan", "infm", "25h", "10m+", "10m+5x", "10 m", "10m+5s+1s"}) {
    EXPECT_THROW(ParseTimeControl(wrong), UsageError) << wrong;
  }
}

class PlayClocksTest : public testing::Test {
 protected:
  double now_ = 1000;
  GameClocks clocks_{FullTimes({60, 5}), [this] { return now_; }};
};

TEST_F(PlayClocksTest, OnlyTheClockOfTheSideToMoveRuns) {
  now_ += 100;
  EXPECT_EQ(clocks_.Left(Side::kAttackers), 60) << "not started";
  clocks_.Start(Side::kAttackers);
  now_ += 10;
  clocks_.Start(Side::kAttackers);
  EXPECT_EQ(clocks_.Left(Side::kAttackers), 50);
  clocks_.Press();
  EXPECT_EQ(clocks_.Left(Side::kAttackers), 55);
  clocks_.Start(Side::kDefenders);
  now_ += 61;
  EXPECT_EQ(clocks_.Left(Side::kAttackers), 55);
  EXPECT_EQ(clocks_.Left(Side::kDefenders), -1);
  EXPECT_TRUE(clocks_.IsOver(Side::kDefenders));
  EXPECT_FALSE(clocks_.IsOver(Side::kAttackers));
  clocks_.Pause();
  now_ += 10;
  EXPECT_EQ(clocks_.Left(Side::kDefenders), -1);
}

TEST_F(PlayClocksTest, TakingBackGivesTheTimeBack) {
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    clocks_.Start(side);
    now_ += 20;
    clocks_.Press();
  }
  clocks_.Start(Side::kAttackers);
  now_ += 7;
  clocks_.Rewind(1);
  EXPECT_EQ(clocks_.Left(Side::kAttackers), 45);
  EXPECT_EQ(clocks_.Left(Side::kDefenders), 60);
  clocks_.Skip();
  clocks_.Rewind(2);
  EXPECT_EQ(clocks_.Left(Side::kDefenders), 60);
  clocks_.Rewind(0);
  EXPECT_EQ(clocks_.Left(Side::kAttackers), 60);
  clocks_.Start(Side::kAttackers);
  now_ += 1;
  clocks_.Reset();
  EXPECT_EQ(clocks_.Left(Side::kAttackers), 60);
}

TEST(PlayClocks, AreShownShortly) {
  EXPECT_EQ(ClockText(598), "9:58");
  EXPECT_EQ(ClockText(3723), "1:02:03");
  EXPECT_EQ(ClockText(7.46), "0:07.4");
  EXPECT_EQ(ClockText(-3), "0:00.0");
}

}  // namespace
}  // namespace raichi
