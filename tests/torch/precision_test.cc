#include <gmock/gmock.h>

#include "nn/backend/network_evaluator.h"
#include "nn/model/model_weights.h"
#include "nn/model/weights.h"
#include "nn/network/processor_precision.h"
#include "tests/selfplay/games.h"
#include "tests/torch/reference.h"

namespace raichi {
namespace {

using testing::HasSubstr;

/// Returns a model with one weight that f32 can represent and bf16 cannot.
Model BeyondBf16() {
  Model model = Scrambled(TinyNetwork());
  auto next = model.weights.begin();
  for (const WeightSpec& spec : WeightSpecs(model.info.network)) {
    if (spec.name == "policy.move.conv") next[0] = 3.4e38f;
    if (spec.name == "policy.move.scale") next[0] = 1;  // so folding keeps the weight
    if (spec.name == "policy.move.variance") next[0] = 1;
    next += static_cast<std::ptrdiff_t>(spec.Count());
  }
  return model;
}

TEST(Precision, OneThatYieldsNoNumbersIsRefusedOrNotTaken) {
  const TemporaryFolder folder;
  WriteBytes(folder / "model.raichi", ModelBytes(BeyondBf16()));
  if (ProcessorComputes(at::kBFloat16)) {
    const std::string error = ErrorOf(
        [&] { OpenNetworkEvaluator(folder.path(), {.device = "cpu", .precision = "bf16"}); });
    EXPECT_THAT(error, HasSubstr(folder.path().string()));
    EXPECT_THAT(error, HasSubstr("not numbers in bf16; expected precision auto or f32"));
  }
  NetworkEvaluatorInfo info;
  OpenNetworkEvaluator(folder.path(), {.device = "cpu", .precision = "auto"}, &info);
  EXPECT_EQ(info.precision, "f32");
}

}  // namespace
}  // namespace raichi
