#include <gtest/gtest.h>

#include <stdexcept>

#include "base/threads.h"

namespace raichi {
namespace {

TEST(CrewTest, WhatWorkersLeaveBehindIsAttendedToEvenIfOneFails) {
  Crew crew;
  int left = 0, attended = 0;
  const auto job = [&](int worker, const std::stop_token& stop) {
    if (worker == 0) throw std::runtime_error("worker 0 failed");
    while (!stop.stop_requested()) std::this_thread::yield();
    const std::scoped_lock lock(crew.mutex());
    ++left;
  };
  const auto attend = [&] {
    const std::scoped_lock lock(crew.mutex());
    attended = left;
    return true;
  };
  EXPECT_THROW(crew.Run(3, job, attend), std::runtime_error);
  EXPECT_EQ(attended, 2);
}

}  // namespace
}  // namespace raichi
