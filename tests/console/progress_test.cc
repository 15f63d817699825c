#include "console/progress.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

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
}

class ProgressTest : public testing::Test {
 protected:
  ~ProgressTest() override { std::fclose(file_); }

  std::string Written() {
    std::rewind(file_);
    std::string text;
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) text += static_cast<char>(c);
    return text;
  }
  std::FILE* file_ = std::tmpfile();
};

TEST_F(ProgressTest, InAFileLinesComeNowAndThen) {
  Progress progress(file_, std::chrono::seconds(3600));
  EXPECT_FALSE(progress.IsDue());
  progress.Show("too soon");
  progress.Print("stays");
  progress.Finish();
  EXPECT_EQ(Written(), "stays\n");
}

TEST_F(ProgressTest, ALineThatIsDueIsWrittenPlain) {
  Progress progress(file_, std::chrono::seconds(0));
  progress.Show("one");
  progress.Show("two");
  EXPECT_EQ(Written(), "one\ntwo\n");
}

}  // namespace
}  // namespace raichi
