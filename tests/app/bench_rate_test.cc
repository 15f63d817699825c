#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/bench/bench.h"

namespace raichi {
namespace {

TEST(BenchRateTest, CountsTheTimeOfTheClockAndOfProcessors) {
  const WorkRate rate = MeasureRate(0.05, [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return 3;
  });
  EXPECT_GE(rate.work, 3);
  EXPECT_GE(rate.seconds, 0.05);
  EXPECT_LT(rate.processor_seconds, rate.seconds) << "a thread that sleeps uses no processor";
}

TEST(BenchRateTest, AddsWorkAndTime) {
  WorkRate rate = {.work = 6, .seconds = 1, .processor_seconds = 2};
  rate += {.work = 2, .seconds = 3, .processor_seconds = 0};
  EXPECT_EQ(rate.per_second(), 2);
  EXPECT_EQ(rate.per_processor_second(), 4);
  EXPECT_EQ(WorkRate().per_second(), 0);
  EXPECT_EQ(WorkRate().per_processor_second(), 0);
}

TEST(BenchRateTest, HasBothValuesOfASpeedAndOfARatio) {
  const WorkRate first = {.work = 12, .seconds = 3, .processor_seconds = 2};
  const WorkRate second = {.work = 8, .seconds = 1, .processor_seconds = 1};
  const FigureValue speed = FigureValue::Of(first);
  EXPECT_EQ(speed.by_clock, 4);
  EXPECT_EQ(speed.by_processor_time, 6);
  const FigureValue ratio = FigureValue::Ratio(first, second, "cpu");
  EXPECT_EQ(ratio.by_clock, 0.5);
  EXPECT_EQ(ratio.by_processor_time, 0.75);
  EXPECT_FALSE(FigureValue::Ratio(first, second, "cuda:0").by_processor_time);
}

TEST(BenchRateTest, AWindowBeginsAfterTheWarmUp) {
  RateWindow window(0, 10);
  EXPECT_FALSE(window.Poll(10));
  EXPECT_FALSE(window.Poll(15)) << "begins here";
  EXPECT_TRUE(window.Poll(35));
  EXPECT_EQ(window.rate().work, 20);
  EXPECT_TRUE(window.Poll(40));
  EXPECT_EQ(window.rate().work, 20) << "is over";
}

}  // namespace
}  // namespace raichi
