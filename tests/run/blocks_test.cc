#include "run/sharing/blocks.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <set>
#include <thread>

#include "base/files/files.h"
#include "base/process.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

class BlocksTest : public RunFolderCase {
 protected:
  std::filesystem::path Block(int number) const {
    return run() / "games" / (std::to_string(number) + ".games");
  }
  std::filesystem::path LockOf(int number) const {
    return run() / "claims" / (".games," + std::to_string(number) + ".games.lock");
  }
};

/// Runs `work` in a process of its own and returns its number.
pid_t Start(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  work();
  ::_exit(0);
}

void WaitFor(const std::function<bool()>& condition) {
  for (int i = 0; i < 1000 && !condition(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(condition());
}

TEST_F(BlocksTest, OneHoldsABlock) {
  BlockClaim claim = TryClaim(run(), Block(1));
  EXPECT_TRUE(claim);
  EXPECT_FALSE(TryClaim(run(), Block(1)));
  EXPECT_TRUE(TryClaim(run(), Block(2)));
  claim.reset();
  EXPECT_TRUE(TryClaim(run(), Block(1)));
}

TEST_F(BlocksTest, AResultIsNeverReplaced) {
  PublishBlock(Block(1), "first");
  PublishBlock(Block(1), "second");
  EXPECT_EQ(BytesOf(Block(1)), "first");
}

TEST_F(BlocksTest, AQueueReturnsEachBlockOnce) {
  PublishBlock(Block(2), "done");
  BlockQueue queue(run());
  for (int i = 0; i < 4; ++i) queue.Add(Block(i), static_cast<size_t>(i));
  std::set<size_t> numbers;
  while (const auto turn = queue.Wait({})) {
    numbers.insert(turn->number);
    EXPECT_EQ(turn->claim == nullptr, turn->number == 2);
  }
  EXPECT_THAT(numbers, ElementsAre(0, 1, 2, 3));
  EXPECT_TRUE(queue.IsEmpty());
}

TEST_F(BlocksTest, AHeldBlockIsReturnedWhenItIsDone) {
  BlockClaim claim = TryClaim(run(), Block(0));
  BlockQueue queue(run());
  queue.Add(Block(0), 0);
  EXPECT_FALSE(queue.Next());
  EXPECT_FALSE(queue.IsEmpty());
  PublishBlock(Block(0), "done");
  const auto turn = queue.Wait({});
  ASSERT_TRUE(turn);
  EXPECT_FALSE(turn->claim);
}

TEST_F(BlocksTest, AKilledProcessLosesItsBlock) {
  const pid_t child = Start([this] {
    const BlockClaim claim = TryClaim(run(), Block(0));
    ::pause();
  });
  WaitFor([this] { return !ClaimedBlocks(run()).empty(); });
  BlockQueue queue(run());
  queue.Add(Block(0), 0);
  EXPECT_FALSE(queue.Next());
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_THAT(ClaimedBlocks(run()), IsEmpty());
  const auto turn = queue.Wait({});
  ASSERT_TRUE(turn);
  EXPECT_TRUE(turn->claim);
}

TEST_F(BlocksTest, ALostClaimDoesNoHarm) {
  const BlockClaim lost = TryClaim(run(), Block(0));
  std::filesystem::remove(LockOf(0));
  const BlockClaim other = TryClaim(run(), Block(0));
  EXPECT_TRUE(other);
  PublishBlock(Block(0), "the same");
  PublishBlock(Block(0), "the same");
  EXPECT_EQ(BytesOf(Block(0)), "the same");
}

TEST_F(BlocksTest, ClaimsSayWhoHoldsThem) {
  const BlockClaim claim = TryClaim(run(), Block(7));
  TryClaim(run(), Block(8));  // free again
  const std::string self = ThisProcess().host + ":" + std::to_string(ThisProcess().process);
  EXPECT_THAT(ClaimedBlocks(run()), ElementsAre(AllOf(Field(&ClaimedBlock::name, "games,7.games"),
                                                      Field(&ClaimedBlock::holder, self))));
  RemoveFreeClaims(run());
  EXPECT_THAT(FilesIn(run() / "claims"), ElementsAre(LockOf(7).filename().string()));
}

TEST_F(BlocksTest, ProcessesShareTheBlocks) {
  constexpr int kBlocks = 40, kProcesses = 4;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    children.push_back(Start([this, process] {
      BlockQueue queue(run());
      for (int i = 0; i < kBlocks; ++i) queue.Add(Block(i), static_cast<size_t>(i));
      int played = 0;
      while (const auto turn = queue.Wait({})) {
        if (!turn->claim) continue;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        PublishBlock(Block(static_cast<int>(turn->number)), "result");
        ++played;
      }
      AtomicWrite(run() / ("played-" + std::to_string(process)), std::to_string(played));
    }));
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  int played = 0;
  for (int process = 0; process < kProcesses; ++process) {
    played += std::stoi(BytesOf(run() / ("played-" + std::to_string(process))));
  }
  EXPECT_EQ(played, kBlocks);  // none twice
  EXPECT_EQ(FilesIn(run() / "games").size(), static_cast<size_t>(kBlocks));
}

}  // namespace
}  // namespace raichi
