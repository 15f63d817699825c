#include "selfplay/play/helper_thread.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

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

}  // namespace
}  // namespace raichi
