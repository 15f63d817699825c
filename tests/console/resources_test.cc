#include <gmock/gmock.h>
#include <sys/resource.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/process.h"
#include "base/threads.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::HasSubstr;

/// A folder with made-up proc and sys, as a process sees them.
class ResourcesTest : public testing::Test {
 protected:
  void Write(const std::string& file, const std::string& text) const {
    const std::filesystem::path path = root_ / file;
    std::filesystem::create_directories(path.parent_path());
    AtomicWrite(path, text);
  }
  /// The process is in this group of version 2, which is seen from the group `prefix` on.
  void UseNewGroups(const std::string& group, const std::string& prefix = "/") const {
    Write("proc/self/cgroup", "0::" + group + "\n");
    Write("proc/self/mountinfo",
          "24 1 0:21 / /proc rw shared:5 - proc proc rw\n"
          "31 23 0:27 " +
              prefix + " /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n");
  }
  void UseOldGroups(const std::string& group, const std::string& prefix = "/") const {
    Write("proc/self/cgroup",
          "4:memory:" + group + "\n2:cpu,cpuacct:" + group + "\n1:name=systemd:/\n");
    Write("proc/self/mountinfo",
          "32 31 0:29 " + prefix +
              " /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
              "35 31 0:32 " +
              prefix + " /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  }
  double Cores() const { return SharedCores(root_.path()); }
  double Memory() const { return UsableMemory(root_.path()); }

  const TemporaryFolder root_;
  const double all_cores_ = SharedCores(root_.path());
  const double all_memory_ = UsableMemory(root_.path());
};

TEST_F(ResourcesTest, WithoutGroupsTheMachineIsTheLimit) {
  EXPECT_GE(all_cores_, 1);
  EXPECT_GT(all_memory_, 100 * kMib);
  EXPECT_GE(CountCores(), 1);
  UseNewGroups("/");  // there, but without limits
  EXPECT_EQ(Cores(), all_cores_);
  Write("sys/fs/cgroup/cpu.max", "max 100000\n");
  Write("sys/fs/cgroup/memory.max", "max\n");
  EXPECT_EQ(Cores(), all_cores_);
  EXPECT_EQ(Memory(), all_memory_);
}

TEST_F(ResourcesTest, AContainerMayHaveAPartOfACore) {
  UseNewGroups("/");
  Write("sys/fs/cgroup/cpu.max", "50000 100000\n");
  Write("sys/fs/cgroup/memory.max", "67108864\n");
  EXPECT_EQ(Cores(), 0.5);
  EXPECT_EQ(UsableCores(root_.path()), 0.5);
  EXPECT_EQ(Memory(), 64 * kMib);
}

TEST_F(ResourcesTest, TheSmallestLimitOfNestedGroupsCounts) {
  UseNewGroups("/job/step/task");
  Write("sys/fs/cgroup/job/cpu.max", "80000 100000\n");
  Write("sys/fs/cgroup/job/memory.max", "1073741824\n");
  Write("sys/fs/cgroup/job/step/cpu.max", "20000 80000\n");
  Write("sys/fs/cgroup/job/step/memory.max", "max\n");
  Write("sys/fs/cgroup/job/step/task/cpu.max", "max 100000\n");
  Write("sys/fs/cgroup/job/step/task/memory.max", "134217728\n");
  Write("sys/fs/cgroup/other/cpu.max", "1000 100000\n");
  EXPECT_EQ(Cores(), 0.25);
  EXPECT_EQ(Memory(), 128 * kMib);
}

TEST_F(ResourcesTest, ReadsGroupsOfVersionOne) {
  UseOldGroups("/job/step");
  Write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "75000\n");
  Write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
  Write("sys/fs/cgroup/cpu,cpuacct/job/step/cpu.cfs_quota_us", "-1\n");
  Write("sys/fs/cgroup/cpu,cpuacct/job/step/cpu.cfs_period_us", "100000\n");
  Write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "100663296\n");
  Write("sys/fs/cgroup/memory/job/step/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(Cores(), 0.75);
  EXPECT_EQ(Memory(), 96 * kMib);
}

TEST_F(ResourcesTest, AContainerMaySeeItsOwnGroupAsTheTop) {
  UseOldGroups("/docker/abc/x", "/docker/abc");
  Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "104857600\n");
  Write("sys/fs/cgroup/memory/x/memory.limit_in_bytes", "94371840\n");
  EXPECT_EQ(Memory(), 90 * kMib);
  UseNewGroups("/../elsewhere");  // a group outside of the namespace
  Write("sys/fs/cgroup/memory.max", "83886080\n");
  EXPECT_EQ(Memory(), 80 * kMib);
}

TEST_F(ResourcesTest, RequiresMemoryOfTheGroup) {
  UseNewGroups("/");
  Write("sys/fs/cgroup/memory.max", "104857600\n");
  Write("proc/self/status", "Name:\tx\nVmSize:\t  900000 kB\nVmRSS:\t   20480 kB\n");
  RequireMemory({.resident = 80 * kMib}, "training", root_.path());
  EXPECT_EQ(
      ErrorOf([&] { RequireMemory({.resident = 81 * kMib}, "training", root_.path()); }),
      "training: needs about 81 MiB of memory, but the limit of the container or job (cgroup) "
      "leaves 80 MiB; give it more memory");
}

TEST_F(ResourcesTest, RequiresMemoryWithinUlimit) {
  Write("proc/self/status", "VmSize:\t  1024 kB\nVmData:\t  1024 kB\n");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit low{rlim_t{64} << 30, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &low), 0);
  const double left = 65535 * kMib;
  RequireMemory({.address_space = left, .data = left}, "networks", root_.path());
  const std::string error =
      ErrorOf([&] { RequireMemory({.address_space = left + 1}, "networks", root_.path()); });
  EXPECT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_THAT(error,
              HasSubstr("networks: needs about 65535 MiB of memory, but the limit of address "
                        "space (ulimit -v) leaves 65535 MiB; raise it"));
}

TEST(StartThread, SaysWhatToDoIfTheSystemAllowsNoMore) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  double pages = 0;  // of this process; a thread needs 8 MiB for its stack
  std::ifstream("/proc/self/statm") >> pages;
  const rlimit low{static_cast<rlim_t>(pages * 4096 + kMib), before.rlim_max};
  std::vector<std::jthread> threads;
  threads.reserve(100);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &low), 0);
  const std::string error = ErrorOf([&] {
    while (threads.size() < threads.capacity()) {
      threads.push_back(StartThread([](const std::stop_token& stop) {
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }));
    }
  });
  EXPECT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_THAT(error, HasSubstr("cannot start another thread: "));
  EXPECT_THAT(error, HasSubstr("fewer workers and threads"));
}

}  // namespace
}  // namespace raichi
