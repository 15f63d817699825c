#include <gtest/gtest.h>

#include "base/text.h"

namespace raichi {
namespace {

TEST(QuoteForShell, QuotesWhatAShellWouldSplitOrExpand) {
  EXPECT_EQ(QuoteForShell("runs/x@100"), "runs/x@100");
  EXPECT_EQ(QuoteForShell("my run"), "'my run'");
  EXPECT_EQ(QuoteForShell("é"), "'é'");
  EXPECT_EQ(QuoteForShell("it's"), "'it'\\''s'");
  EXPECT_EQ(QuoteForShell("$HOME/*"), "'$HOME/*'");
  EXPECT_EQ(QuoteForShell(""), "''");
}

}  // namespace
}  // namespace raichi
