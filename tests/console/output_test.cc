#include "console/output.h"

#include <gtest/gtest.h>

namespace raichi {
namespace {

TEST(JsonTextTest, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(JsonText({{"path", "r\xe9/x"}}), "{\"path\":\"r\xef\xbf\xbd/x\"}");
  EXPECT_EQ(JsonText("réf"), "\"réf\"");
}

}  // namespace
}  // namespace raichi
