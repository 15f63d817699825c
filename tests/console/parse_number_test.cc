#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "base/text.h"

namespace raichi {
namespace {

TEST(ParseNumber, TakesWholeTextsOnly) {
  EXPECT_EQ(ParseNumber<int>("-12"), -12);
  EXPECT_EQ(ParseNumber<double>("2.5e1"), 25.0);
  for (const std::string text : {"", " 1", "1 ", "+1", "1x", "x", "-", "0x10", "1.5"}) {
    EXPECT_EQ(ParseNumber<int>(text), std::nullopt) << text;
  }
}

TEST(ParseNumber, RefusesWhatIsOutOfRange) {
  EXPECT_EQ(ParseNumber("7", 1, 7), 7);
  EXPECT_EQ(ParseNumber("8", 1, 7), std::nullopt);
  EXPECT_EQ(ParseNumber("0", 1, 7), std::nullopt);
  EXPECT_EQ(ParseNumber<int>("2147483648"), std::nullopt);
  EXPECT_EQ(ParseNumber<uint64_t>("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(ParseNumber<uint64_t>("-1"), std::nullopt);
  for (const std::string text : {"inf", "nan", "1e400"}) {
    EXPECT_EQ(ParseNumber<double>(text), std::nullopt) << text;
  }
}

TEST(TakeNumber, LeavesWhatFollows) {
  std::string_view text = "10min";
  EXPECT_EQ(TakeNumber<int>(&text), 10);
  EXPECT_EQ(text, "min");
  EXPECT_EQ(TakeNumber<int>(&text), std::nullopt);
  EXPECT_EQ(text, "min");
  text = "99x";
  EXPECT_EQ(TakeNumber(&text, 1, 9), std::nullopt);
  EXPECT_EQ(text, "99x");
}

}  // namespace
}  // namespace raichi
