// Many processes that start for one run at the same moment: what each of them asks of the folder.
// tests/cluster/scaling.py runs this with a thousand processes on a mount that counts requests,
// given RAICHI_STARTS and RAICHI_START_FOLDER.

#include <gmock/gmock.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/process.h"
#include "base/text.h"
#include "run/sharing/stream_claim.h"
#include "run/status/heartbeat.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using Clock = std::chrono::steady_clock;

std::string FromEnvironment(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

/// What a player does before it plays: claims a stream and begins its heartbeat. Does so under the
/// name of a machine of its own, if the system lets this process have one.
void StartPlayer(const std::filesystem::path& run, int number) {
  const std::string machine = "n" + std::to_string(number);
  if (unshare(CLONE_NEWUTS) == 0) ::sethostname(machine.data(), machine.size());
  const Heartbeat heart(run, "selfplay", ClaimStream(run).number);
}

class StartAtOnceTest : public RunFolderCase {
 protected:
  const std::filesystem::path folder_ = FromEnvironment("RAICHI_START_FOLDER", run());
  const int starts_ = ParseNumber<int>(FromEnvironment("RAICHI_STARTS", "40")).value_or(40);
};

TEST_F(StartAtOnceTest, EveryProcessClaimsAStreamAndBeats) {
  const Clock::time_point begin = Clock::now();
  std::vector<pid_t> children;
  for (int i = 0; i < starts_; ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int status = 1;
      try {
        StartPlayer(folder_, i);
        status = 0;
      } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
      }
      _exit(status);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  std::printf("%d starts in %.2f s\n", starts_, SecondsSince(begin));
  const std::vector<std::string> streams = FilesIn(folder_ / "streams");
  EXPECT_EQ(streams.size(), static_cast<size_t>(starts_));
  EXPECT_LT(streams.back(), "010000");             // numbers stay short
  EXPECT_GE(ReadBeats(folder_).beats.size(), 1u);  // on one machine they remove each other's
  EXPECT_THAT(ReadBeats(folder_).faults, testing::IsEmpty());
}

}  // namespace
}  // namespace raichi
