#include "base/text.h"

#include <gtest/gtest.h>

namespace raichi {
namespace {

TEST(VisibleTest, HiddenCharactersBecomeEscapes) {
  EXPECT_EQ(Visible("a\x1b[31mb\x7f\r"), R"(a\x1B[31mb\x7F\x0D)");
  EXPECT_EQ(Visible("a\u009b31mb\u0080"), R"(a\u009B31mb\u0080)");  // U+009B begins commands too
  EXPECT_EQ(Visible("gnp.\u202egames\u2066\u200b\ufeff\u2028"),
            R"(gnp.\u202Egames\u2066\u200B\uFEFF\u2028)");
  EXPECT_EQ(Visible("\U000e0041"), R"(\U000E0041)");
}

TEST(VisibleTest, BytesThatAreNotUtf8BecomeEscapes) {
  EXPECT_EQ(Visible("\x9b"), R"(\x9B)");  // some terminals obey it
  EXPECT_EQ(Visible("m\xff\xc2/\xed\xa0\x80\xc0\xaf"), R"(m\xFF\xC2/\xED\xA0\x80\xC0\xAF)");
  EXPECT_EQ(Visible("\xf4\x90\x80\x80\xe2\x82"), R"(\xF4\x90\x80\x80\xE2\x82)");
}

TEST(VisibleTest, OtherTextStaysAsItIs) {
  const std::string text = "a\tb\n\u00a0Hnefatafl \u00e6\u00c2 9\u00d79 \u2013 \U0001f451 \\xFF";
  EXPECT_EQ(Visible(text), text);
  EXPECT_EQ(Visible(""), "");
}

TEST(VisibleTest, ALineStaysOneLine) {
  EXPECT_EQ(VisibleLine("x\nraichi: forged\t\x1b"), R"(x\nraichi: forged)"
                                                    "\t"
                                                    R"(\x1B)");
}

TEST(EscapeBytesTest, TheBytesComeBack) {
  EXPECT_EQ(EscapeBytes("m\xff \u202e\n"), "m\\xFF \u202e\n");
  EXPECT_EQ(EscapeBytes(R"(\xFF \xff \x41 \x5C \)"), R"(\x5CxFF \xff \x41 \x5Cx5C \)");
  for (const char* bytes :
       {"", "m\xff", R"(\xFF)", R"(\x5CxFF)", "\\\xff", "\\x\xff", R"(\\xFF)"}) {
    EXPECT_EQ(UnescapeBytes(EscapeBytes(bytes)), bytes);
  }
}

TEST(WholePercentTest, AHalfIsRoundedUp) {
  EXPECT_EQ(WholePercent(0.025), 3);
  EXPECT_EQ(WholePercent(0.0249), 2);
  EXPECT_EQ(WholePercent(1), 100);
}

}  // namespace
}  // namespace raichi
