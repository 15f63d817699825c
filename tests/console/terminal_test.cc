#include "console/terminal.h"

#include <gtest/gtest.h>

namespace raichi {
namespace {

TEST(VisibleTest, ControlCharactersBecomeQuestionMarks) {
  EXPECT_EQ(Visible("a\x1b[31mb\x7f\r"), "a?[31mb??");
  EXPECT_EQ(Visible("a\u009b31mb\u0080\u009f"), "a?31mb??");  // U+009B begins commands too
}

TEST(VisibleTest, OtherTextStaysAsItIs) {
  const std::string text = "a\tb\n\u00a0Hnefatafl \u00e6\u00c2 9\u00d79 \u2013 \U0001f451";
  EXPECT_EQ(Visible(text), text);
  EXPECT_EQ(Visible("\xc2"), "\xc2");
  EXPECT_EQ(Visible(""), "");
}

}  // namespace
}  // namespace raichi
