#include <gmock/gmock.h>

#include <atomic>
#include <string>

#include "base/error.h"
#include "base/threads.h"
#include "tests/selfplay/games.h"
#include "tests/support/ends.h"

namespace raichi {
namespace {

TEST(HelperTeamTest, DoesEachJobOnceAndTheFirstOnTheCallersThread) {
  const std::thread::id caller = std::this_thread::get_id();
  for (const size_t threads : {1, 2, 3}) {
    HelperTeam team(threads);
    for (int round = 0; round < 100; ++round) {
      for (const size_t jobs : {0, 1, 2, 3, 7}) {
        std::vector<std::thread::id> where(jobs);
        team.Run(jobs, [&](size_t job, size_t thread) {
          EXPECT_EQ(where[job], std::thread::id());
          where[job] = std::this_thread::get_id();
          ASSERT_LT(thread, threads);
          EXPECT_EQ(thread == 0, where[job] == caller);
        });
        for (const std::thread::id& thread : where) EXPECT_NE(thread, std::thread::id());
        if (jobs > 0) {
          EXPECT_EQ(where[0], caller);
        }
      }
    }
  }
}

TEST(HelperTeamTest, JobsRunAtTheSameTime) {
  HelperTeam team(3);
  std::atomic<int> at_work = 0;
  team.Run(3, [&](size_t, size_t) {
    ++at_work;
    while (at_work < 3) std::this_thread::yield();
  });
  EXPECT_EQ(at_work, 3);
}

TEST(HelperTeamTest, NobodyWaitsForAHelperThatIsBusyWithAnotherJob) {
  HelperTeam team(2);
  std::atomic<int> done = 0;
  team.Run(5, [&](size_t job, size_t) {
    while (job == 1 && done < 4) std::this_thread::yield();  // until all the others are done
    ++done;
  });
  EXPECT_EQ(done, 5);
}

TEST(HelperTeamTest, RethrowsTheExceptionOfTheLeastJobWhenAllAreDone) {
  HelperTeam team(3);
  std::atomic<int> done = 0;
  const auto work = [&](size_t job, size_t) {
    if (job == 1 || job == 4) throw Error("job " + std::to_string(job));
    ++done;
  };
  EXPECT_EQ(ErrorOf([&] { team.Run(6, work); }), "job 1");
  EXPECT_EQ(done, 4);
  team.Run(1, work);  // and goes on
  EXPECT_EQ(done, 5);
}

TEST(HelperTeamTest, EndsWithoutAJob) {
  EXPECT_TRUE(Ends([] { const HelperTeam team(4); }));
}

}  // namespace
}  // namespace raichi
