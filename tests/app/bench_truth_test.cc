#include "app/truth/bench_truth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files/output_file.h"
#include "nn/model/model.h"
#include "rules/files/rule_file.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

TEST(TruthFor, TakesPositionsOfThePartWhoseRulesTheModelKnows) {
  const TemporaryFolder folder;
  const std::filesystem::path random = folder / "model.raichi";
  WriteRandomModel(random, {.canvas = 7, .blocks = 1, .channels = 8}, 1);
  std::vector<TruthPosition> positions;
  for (const TruthPart part : {TruthPart::kChoice, TruthPart::kHeldOut, TruthPart::kChoice}) {
    positions.push_back({.rules = OpenRules("brandubh"), .part = part});
  }
  EXPECT_THROW(TruthFor(random, TruthPart::kChoice, positions), Error);
  EXPECT_EQ(TruthFor(SourceDir() + "/models/tafl-9", TruthPart::kChoice, positions).size(), 2u);
}

TEST(TruthFor, SaysThatAPartIsEmpty) {
  const std::vector<TruthPosition> positions = {
      {.rules = OpenRules("brandubh"), .part = TruthPart::kChoice}};
  EXPECT_THAT([&] { TruthFor(SourceDir() + "/models/tafl-9", TruthPart::kHeldOut, positions); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("no positions of this half")));
}

}  // namespace
}  // namespace raichi
