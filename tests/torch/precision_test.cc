#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "nn/backend/network_evaluator.h"
#include "nn/cpu/vectors.h"
#include "nn/model/model.h"
#include "nn/model/weights.h"
#include "tests/selfplay/games.h"
#include "tests/torch/reference.h"

namespace raichi {
namespace {

using testing::HasSubstr;

/// Returns a model with `count` weights that f32 can represent and bf16 cannot.
Model BeyondBf16(std::ptrdiff_t count) {
  Model model = Scrambled(TinyNetwork());
  auto next = model.weights.begin();
  for (const WeightSpec& spec : WeightSpecs(model.info.network)) {
    if (spec.name == "policy.move.conv") std::fill_n(next, count, 3.4e38f);
    if (spec.name == "policy.move.scale") next[0] = 1;  // so folding keeps the weight
    if (spec.name == "policy.move.variance") next[0] = 1;
    next += static_cast<std::ptrdiff_t>(spec.Count());
  }
  return model;
}

TEST(Precision, OneThatYieldsNoNumbersIsRefusedOrNotTaken) {
  const TemporaryFolder folder;
  WriteBytes(folder / "model.raichi", ModelBytes(BeyondBf16(1)));
  if (kMultipliesBf16) {
    const std::string error = ErrorOf(
        [&] { OpenNetworkEvaluator(folder.path(), {.device = "cpu", .precision = "bf16"}); });
    EXPECT_THAT(error, HasSubstr(folder.path().string()));
    EXPECT_THAT(error, HasSubstr("not numbers in bf16; expected precision auto or f32"));
  }
  NetworkEvaluatorInfo info;
  OpenNetworkEvaluator(folder.path(), {.device = "cpu", .precision = "auto"}, &info);
  EXPECT_EQ(info.precision, "f32");
}

TEST(Precision, ResultsThatAreNoNumbersAreAnErrorInF32) {
  const TemporaryFolder folder;
  WriteBytes(folder / "model.raichi", ModelBytes(BeyondBf16(8)));  // their sums are infinite
  const auto evaluator = OpenNetworkEvaluator(folder.path(), {.device = "cpu", .precision = "f32"});
  const Positions positions("linnaeus", 4, 1);
  std::vector<Evaluation> out(positions.leaves().size());
  const std::string error = ErrorOf([&] { evaluator->Evaluate(positions.leaves(), out); });
  EXPECT_THAT(error, HasSubstr(folder.path().string()));
  EXPECT_THAT(error, HasSubstr("its network gives results that are not numbers"));
}

}  // namespace
}  // namespace raichi
