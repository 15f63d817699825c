#include "selfplay/play/helper_thread.h"

#include <gmock/gmock.h>

#include <array>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "selfplay/play/helper_team.h"
#include "tests/selfplay/games.h"
#include "tests/support/ends.h"

namespace raichi {
namespace {

TEST(HelperThreadTest, DoesOneJobAfterAnotherOnAThreadOfItsOwn) {
  HelperThread helper;
  int sum = 0;
  std::thread::id where;
  for (int i = 1; i <= 100; ++i) {
    helper.Start([&, i] {
      sum += i;
      where = std::this_thread::get_id();
    });
    EXPECT_EQ(helper.Wait(), nullptr);
  }
  EXPECT_EQ(sum, 5050);
  EXPECT_NE(where, std::this_thread::get_id());
}

TEST(HelperThreadTest, HandsOverWhatAJobThrewAndGoesOn) {
  HelperThread helper;
  helper.Start([] { throw std::runtime_error("no"); });
  const std::exception_ptr error = helper.Wait();
  ASSERT_NE(error, nullptr);
  EXPECT_THROW(std::rethrow_exception(error), std::runtime_error);
  bool done = false;
  helper.Start([&] { done = true; });
  EXPECT_EQ(helper.Wait(), nullptr);
  EXPECT_TRUE(done);
}

TEST(HelperThreadTest, EndsWithoutAJob) {
  EXPECT_TRUE(Ends([] { const HelperThread helper; }));
  EXPECT_TRUE(Ends([] { HelperThread().Wait(); }));
}

TEST(HelperThreadTest, FinishesItsJobBeforeItEnds) {
  bool done = false;
  {
    HelperThread helper;
    helper.Start([&] { done = true; });
  }
  EXPECT_TRUE(done);
}

TEST(HelperTeamTest, DoesEachJobOnceOnTheThreadThatItsNumberNames) {
  for (const size_t threads : {1, 2, 3}) {
    HelperTeam team(threads);
    for (const size_t jobs : {0, 1, 2, 3, 7}) {
      std::vector<std::thread::id> where(jobs);
      team.Run(jobs, [&](size_t job) {
        EXPECT_EQ(where[job], std::thread::id());
        where[job] = std::this_thread::get_id();
      });
      for (size_t job = 0; job < jobs; ++job) {
        EXPECT_EQ(where[job], where[job % threads]);
        EXPECT_EQ(where[job] == std::this_thread::get_id(), job % threads == 0);
      }
    }
  }
}

TEST(HelperTeamTest, RethrowsTheFirstThreadsExceptionWhenAllAreDone) {
  HelperTeam team(3);
  std::array<bool, 6> done{};
  const auto work = [&](size_t job) {
    if (job == 1 || job == 2) throw Error("job " + std::to_string(job));
    done[job] = true;
  };
  EXPECT_THAT(ErrorOf([&] { team.Run(done.size(), work); }), "job 1");
  EXPECT_EQ(done, (std::array{true, false, false, true, false, false}));
  team.Run(1, work);  // and goes on
}

}  // namespace
}  // namespace raichi
