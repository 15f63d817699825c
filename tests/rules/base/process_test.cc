#include "base/process.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <latch>
#include <thread>

namespace raichi {
namespace {

TEST(ThisProcessTest, ThreadsThatAskAtOnceSeeOneIdentity) {
  std::array<const ProcessId*, 8> seen{};
  {
    std::latch start(seen.size());
    std::array<std::jthread, seen.size()> threads;
    for (size_t i = 0; i < seen.size(); ++i) {
      threads[i] = std::jthread([&, i] {
        start.arrive_and_wait();
        seen[i] = &ThisProcess();
      });
    }
  }
  for (const ProcessId* const id : seen) EXPECT_EQ(id, &ThisProcess());
}

}  // namespace
}  // namespace raichi
