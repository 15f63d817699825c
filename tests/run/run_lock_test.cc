#include "run/sharing/run_lock.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <grp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/error.h"
#include "base/files/files.h"
#include "base/process.h"
#include "base/rng.h"
#include "run/files/json_log.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class RunLockTest : public RunFolderCase {
 protected:
  static LockFile Failing(int error) {
    return [error](int) { return error; };
  }
  std::filesystem::path token() const { return run() / ".train.token"; }
  void WriteToken(const std::string& host, const std::string& process) const {
    WriteBytes(token(), host + " " + process + " 1 1\n");
  }
  std::string ErrorOfLock(int error = ENOLCK) const {
    return ErrorOf([&] { const RunLock lock(run(), "train", "held", Failing(error)); });
  }
};

TEST_F(RunLockTest, OneProcessHoldsIt) {
  {
    const RunLock lock(run(), "train");
    const RunLock other_job(run(), "selfplay-01");
    EXPECT_THAT(ErrorOf([&] { const RunLock second(run(), "train"); }),
                HasSubstr("another process holds this folder's job 'train'"));
  }
  const RunLock again(run(), "train");
  EXPECT_THAT(FilesIn(run()), ElementsAre(".selfplay-01.lock", ".train.lock"));
}

TEST_F(RunLockTest, ATokenTakesItsPlaceWhereThereAreNoLocks) {
  for (const int error : {ENOLCK, ENOTSUP, ENOSYS}) {
    {
      const RunLock lock(run(), "train", "held", Failing(error));
      EXPECT_THAT(BytesOf(token()), testing::StartsWith(ThisProcess().host + " "));
      EXPECT_THAT(ErrorOfLock(),
                  AllOf(HasSubstr(".train.token: held (process "), HasSubstr(ThisProcess().host)));
      EXPECT_TRUE(std::filesystem::exists(token()));
    }
    EXPECT_FALSE(std::filesystem::exists(token()));
  }
}

TEST_F(RunLockTest, ALockThatIsHeldDiffersFromOneThatCannotBeTaken) {
  EXPECT_THROW(RunLock(run(), "train", "held", Failing(EWOULDBLOCK)), HeldError);
  EXPECT_THAT(ErrorOfLock(EWOULDBLOCK), HasSubstr("held"));
  EXPECT_THAT(ErrorOfLock(EIO), HasSubstr(".train.lock: cannot lock: Input/output error"));
  EXPECT_FALSE(std::filesystem::exists(token()));
}

TEST_F(RunLockTest, OtherThreadsMayWriteWhileItIsReleased) {
  std::string fault;
  std::jthread writer([&](const std::stop_token& stop) {
    while (!stop.stop_requested() && fault.empty()) {
      try {
        QuickWrite(run() / "file", "text");
      } catch (const Error& error) {
        fault = error.what();
      }
    }
  });
  for (int i = 0; i < 200; ++i) const RunLock lock(run(), "job");
  writer.request_stop();
  writer.join();
  EXPECT_EQ(fault, "");
}

TEST_F(RunLockTest, AFileThatIsRemovedBetweenTheCallsIsTriedAgain) {
  // A link to nowhere has a name, and neither it nor a new file can be opened.
  std::filesystem::create_symlink(run() / "none/lock", run() / ".job.lock");
  EXPECT_THROW(RunLock(run(), "job"), HeldError);
  std::stop_source stop;
  EXPECT_THROW(WaitWhileHeld([&] { RunLock(run(), "job"); }, stop.get_token(), 0.05), HeldError);
  std::jthread remover([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::filesystem::remove(run() / ".job.lock");
  });
  std::optional<RunLock> lock;
  TakeTurn(run(), "job", &lock);
  EXPECT_TRUE(lock->IsHeld());
  EXPECT_THAT(ErrorOf([&] { RunLock(run() / "none", "job"); }),
              HasSubstr("is the folder writable"));
}

TEST_F(RunLockTest, TheTokenOfADeadProcessIsReplaced) {
  WriteToken(ThisProcess().host, "999999999");
  const RunLock lock(run(), "train", "held", Failing(ENOLCK));
  EXPECT_THAT(BytesOf(token()), testing::Not(HasSubstr("999999999")));
  EXPECT_THAT(FilesIn(run()), ElementsAre(".train.lock", ".train.token"));
}

TEST_F(RunLockTest, TheTokenOfAnotherMachineStaysAndTheErrorSaysWhatToDo) {
  WriteToken("elsewhere", "7");
  EXPECT_THAT(ErrorOfLock(), AllOf(HasSubstr(".train.token: held (process 7 of elsewhere)"),
                                   HasSubstr("remove this file")));
  WriteBytes(token(), "nonsense");
  EXPECT_THAT(ErrorOfLock(), HasSubstr("remove this file"));
  EXPECT_EQ(BytesOf(token()), "nonsense");
  std::filesystem::remove(token());
  EXPECT_EQ(ErrorOfLock(), "");
}

TEST_F(RunLockTest, AHolderWhoseLockIsGoneChangesNothingMore) {
  const RunLock lock(run(), "train");
  AtomicWrite(run() / "file", "mine");
  EXPECT_TRUE(lock.IsHeld());
  std::filesystem::remove(run() / ".train.lock");
  EXPECT_FALSE(lock.IsHeld());
  EXPECT_THAT(ErrorOf([&] { AtomicWrite(run() / "file", "late"); }),
              AllOf(HasSubstr(run().string() + ": another process owns this run"),
                    HasSubstr("stops and writes nothing more")));
  WriteBytes(run() / ".train.lock", "");  // another file of the name
  EXPECT_THROW(RemoveFile(run() / "file"), LostLockError);
  EXPECT_EQ(BytesOf(run() / "file"), "mine");
}

TEST_F(RunLockTest, AHolderSeesThatAnotherProcessGotTheLockOfTheSameFile) {
  const RunLock lock(run(), "train");
  // As if a server had given the lock to another machine.
  const RunLock other(run(), "train", "", [](int) { return 0; });
  EXPECT_FALSE(lock.IsHeld());
  EXPECT_TRUE(other.IsHeld());
}

TEST_F(RunLockTest, AHolderWhoseTokenAPersonRemovedChangesNothingMore) {
  const RunLock lock(run(), "train", "held", Failing(ENOLCK));
  AtomicWrite(run() / "file", "mine");
  WriteToken("elsewhere", "7");
  EXPECT_THROW(AtomicWrite(run() / "file", "late"), LostLockError);
  EXPECT_EQ(BytesOf(run() / "file"), "mine");
}

TEST_F(RunLockTest, ATokenThatCannotBeReadNowIsNotLost) {
  const RunLock lock(run(), "train", "held", Failing(ENOLCK));
  std::filesystem::rename(token(), run() / "kept");
  std::filesystem::create_symlink(token(), token());
  EXPECT_THROW(lock.IsHeld(), ReadError);
  EXPECT_THROW(AtomicWrite(run() / "file", "unsure"), WriteError);
  std::filesystem::rename(run() / "kept", token());
  EXPECT_TRUE(lock.IsHeld());
}

TEST_F(RunLockTest, AHolderLeavesTheTokenOfItsSuccessor) {
  {
    const RunLock lock(run(), "train", "held", Failing(ENOLCK));
    WriteToken("elsewhere", "7");
  }
  EXPECT_THAT(BytesOf(token()), testing::StartsWith("elsewhere 7"));
}

TEST_F(RunLockTest, TheTokenOfAnotherSpaceOfProcessesIsNotTakenForDead) {
  WriteBytes(token(), ThisProcess().host + " 999999999 1 1 7\n");
  EXPECT_THAT(ErrorOfLock(), HasSubstr("remove this file"));
}

/// Holds and loses a token many times, as one of several processes that start and die at random
/// moments. Returns false if another process held it at the same time.
bool HoldInTurn(const std::filesystem::path& folder, uint64_t seed, int times) {
  Rng rng(seed);
  const auto pause = [&rng] {
    if (rng.Below(3) == 0) ::usleep(static_cast<useconds_t>(rng.Below(800)));
  };
  const std::filesystem::path owner = folder / "owner";
  for (int i = 0; i < times; ++i) {
    try {
      const LockToken token(folder / "token", "held", pause);
      const int file = ::open(owner.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0666);
      if (file < 0) return false;
      ::close(file);
      pause();
      if (!token.IsHeld() || ::unlink(owner.c_str()) != 0) return false;
      if (rng.Below(2) == 0) ::_exit(0);  // dies without letting go
    } catch (const HeldError&) {
      pause();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      return false;
    }
  }
  return true;
}

TEST_F(RunLockTest, ProcessesThatRaceAndDieNeverHoldATokenAtTheSameTime) {
  constexpr int kAtOnce = 6, kProcesses = 60;
  int running = 0;
  const auto wait = [&running] {
    int status = 0;
    ASSERT_GT(::wait(&status), 0);
    --running;
    ASSERT_TRUE(WIFEXITED(status));
    ASSERT_EQ(WEXITSTATUS(status), 0) << "two owners";
  };
  for (int i = 0; i < kProcesses; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) ::_exit(HoldInTurn(run(), static_cast<uint64_t>(i), 20) ? 0 : 1);
    if (++running == kAtOnce) wait();
  }
  while (running > 0) wait();
}

/// Runs `action` as another user of a group, in a process of its own. Returns whether it threw
/// nothing.
bool SucceedsAs(uid_t user, gid_t group, const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::umask(0002);
    const bool is_user =
        ::setgroups(0, nullptr) == 0 && ::setgid(group) == 0 && ::setuid(user) == 0;
    try {
      if (is_user) action();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      ::_exit(1);
    }
    ::_exit(is_user ? 0 : 2);
  }
  int status = 1;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

TEST_F(RunLockTest, TwoUsersOfAGroupShareARun) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can be two users";
  constexpr gid_t kGroup = 64000;
  ASSERT_EQ(::chown(run().c_str(), 64001, kGroup), 0);
  ASSERT_EQ(::chmod(run().c_str(), 02775), 0);
  for (const uid_t user : {64001u, 64002u, 64001u}) {
    EXPECT_TRUE(SucceedsAs(user, kGroup, [&] {
      const RunLock lock(run(), "train"), other(run(), "matches");
      EnsureFolder(run() / "logs");
      FileEnd end;
      const std::string lines = ReadFileIfThere(run() / "logs/lines", 100).value_or("");
      end = FileEnd(lines, lines.size());
      AppendAt(run() / "logs/lines", &end, "1\n");
      AtomicWrite(run() / "state.json", std::to_string(user));
    }));
  }
  EXPECT_EQ(BytesOf(run() / "logs/lines"), "1\n1\n1\n");
  EXPECT_EQ(BytesOf(run() / "state.json"), "64001");
}

}  // namespace
}  // namespace raichi
