#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <sstream>
#include <string>

#include "base/error.h"
#include "console/prompt.h"

namespace raichi {
namespace {

/// A pipe with a reader of its lines.
class LineInputTest : public testing::Test {
 protected:
  LineInputTest() {
    if (pipe(ends_.data()) != 0) throw Error("no pipe");
  }
  ~LineInputTest() override {
    close(ends_[0]);
    HangUp();
  }
  void Write(const std::string& text) {
    ASSERT_EQ(write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void HangUp() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }

  std::array<int, 2> ends_{};
};

TEST_F(LineInputTest, LinesComeWhole) {
  LineInput in(ends_[0], "pipe");
  EXPECT_FALSE(in.IsReady(0));
  Write("go");
  EXPECT_FALSE(in.IsReady(1));
  EXPECT_EQ(in.Peek(), "");
  Write(" on\r\n\nst");
  EXPECT_EQ(in.Peek(), "go on\r");
  EXPECT_EQ(in.Next(), "go on");
  EXPECT_EQ(in.Next(), "");
  EXPECT_FALSE(in.IsReady(0));
  Write("op");
  HangUp();
  EXPECT_TRUE(in.IsReady(0));
  EXPECT_EQ(in.Peek(), "");
  EXPECT_EQ(in.Next(), "stop");
  EXPECT_EQ(in.Next(), std::nullopt);
  EXPECT_EQ(in.Next(), std::nullopt);
}

TEST_F(LineInputTest, ALineThatIsTooLongIsAnErrorOnce) {
  LineInput in(ends_[0], "pipe");
  const std::string much(1 << 15, 'x');  // which a pipe holds
  for (int i = 0; i < 40; ++i) {
    Write(much);
    EXPECT_FALSE(in.IsReady(0));
  }
  Write("x\nstop\n");
  EXPECT_TRUE(in.IsReady(0));
  EXPECT_EQ(in.Peek(), "");
  EXPECT_THROW(in.Next(), Error);
  EXPECT_EQ(in.Next(), "stop");
  for (int i = 0; i < 40; ++i) {
    Write(much);
    in.IsReady(0);
  }
  HangUp();
  EXPECT_THROW(in.Next(), Error);
  EXPECT_EQ(in.Next(), std::nullopt);
}

TEST(GetLine, ReadsLinesOfAStreamThatAreNotTooLong) {
  std::istringstream in("a\n\nlast");
  std::string line;
  for (const char* expected : {"a", "", "last"}) {
    EXPECT_TRUE(GetLine(in, "games", &line));
    EXPECT_EQ(line, expected);
  }
  EXPECT_FALSE(GetLine(in, "games", &line));
  std::istringstream endless(std::string((size_t{64} << 20) + 1, 'x'));
  EXPECT_THROW(GetLine(endless, "games", &line), Error);
}

}  // namespace
}  // namespace raichi
