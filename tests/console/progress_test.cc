#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "console/output.h"

namespace raichi {
namespace {

TEST(FormatCountTest, KeepsThreeDigits) {
  EXPECT_EQ(FormatCount(0), "0");
  EXPECT_EQ(FormatCount(950), "950");
  EXPECT_EQ(FormatCount(999.6), "1.00k");
  EXPECT_EQ(FormatCount(1234), "1.23k");
  EXPECT_EQ(FormatCount(12345), "12.3k");
  EXPECT_EQ(FormatCount(99960), "100k");
  EXPECT_EQ(FormatCount(999'600), "1.00M");
  EXPECT_EQ(FormatCount(4.56e6), "4.56M");
  EXPECT_EQ(FormatCount(1.2e9), "1.20G");
  EXPECT_EQ(FormatCount(-1500), "-1.50k");
}

TEST(FormatSecondsTest, ShowsHoursOnlyWhereThereAreSome) {
  EXPECT_EQ(FormatSeconds(0), "0:00");
  EXPECT_EQ(FormatSeconds(42.4), "0:42");
  EXPECT_EQ(FormatSeconds(59.6), "1:00");
  EXPECT_EQ(FormatSeconds(725), "12:05");
  EXPECT_EQ(FormatSeconds(3 * 3600 + 7), "3:00:07");
  EXPECT_EQ(FormatSeconds(-5), "0:00");
  EXPECT_EQ(FormatTimeLeft(75), "1:15 left");
  for (const double little : {0.6, 0.1, 0.0, -5.0}) EXPECT_EQ(FormatTimeLeft(little), "0:01 left");
}

/// Standard error is a file here, not a terminal, and the log goes to `written_`.
class ProgressTest : public testing::Test {
 protected:
  ProgressTest() {
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_st>(written_);
    sink->set_pattern("%v");
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", std::move(sink)));
    setenv("TERM", "dumb", 1);
  }
  ~ProgressTest() override { spdlog::set_default_logger(previous_); }

  std::shared_ptr<spdlog::logger> previous_ = spdlog::default_logger();
  std::ostringstream written_;
};

TEST_F(ProgressTest, WithoutATerminalLinesAreLoggedNowAndThen) {
  Progress progress(std::chrono::seconds(3600));
  EXPECT_FALSE(progress.IsDue());
  progress.Show("too soon");
  progress.Print("stays");
  progress.Finish();
  EXPECT_EQ(written_.str(), "stays\n");
}

TEST_F(ProgressTest, ALineThatIsDueIsLogged) {
  Progress progress(std::chrono::seconds(0));
  progress.Show("one");
  progress.Show("two");
  EXPECT_EQ(written_.str(), "one\ntwo\n");
}

TEST_F(ProgressTest, NothingIsDueIfTheLogDoesNotShowIt) {
  spdlog::default_logger()->sinks().front()->set_level(spdlog::level::warn);
  Progress progress(std::chrono::seconds(0));
  EXPECT_FALSE(progress.IsDue());
  progress.Show("one");
  EXPECT_EQ(written_.str(), "");
}

}  // namespace
}  // namespace raichi
