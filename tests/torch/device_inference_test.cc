#include <gtest/gtest.h>

#include "nn/inference/device_batch.h"
#include "nn/inference/inference.h"
#include "nn/network/operators.h"
#include "tests/torch/reference.h"

namespace raichi {
namespace {

class DeviceInferenceTest : public testing::Test {
 protected:
  std::unique_ptr<Inference> Make(int batch) {
    return MakeDeviceInference(ToNetwork(model_), at::kCPU, at::kFloat, batch);
  }

  const Positions large_{"linnaeus", 20, 1};
  const Positions small_{"brandubh", 20, 2};
  const Model model_ = Scrambled(TinyNetwork());
};

TEST_F(DeviceInferenceTest, SaysWhatTheTrainedNetworkSays) {
  const auto inference = Make(40);
  for (const auto& leaves : {large_.leaves(), small_.leaves(), Mixed(large_, small_)}) {
    EXPECT_LT(Difference(Evaluate(inference.get(), leaves), Reference(model_, leaves)), 1e-4);
  }
}

TEST_F(DeviceInferenceTest, OfAnyNumberOfPositionsInAnyOrder) {
  const auto all = Mixed(large_, small_);
  const auto expected = Reference(model_, all);
  const auto inference = Make(40);  // batches of 8, 16, 32 and 40
  for (const size_t count : {1, 40, 7, 8, 9, 33, 16, 17, 32, 2}) {
    const auto said = Evaluate(inference.get(), std::span(all).first(count));
    for (size_t i = 0; i < count; ++i) EXPECT_LT(Difference(said[i], expected[i]), 1e-4) << count;
  }
}

TEST_F(DeviceInferenceTest, OfPartsOfABatch) {
  const auto batch = MakeDeviceBatch(ToNetwork(model_), at::kCPU, at::kFloat, 40);
  const auto expect = [&](const BatchPart& part) {
    std::vector<Evaluation> out(part.leaves.size());
    batch->Read(part, out);
    const std::vector<Evaluation> expected = Reference(model_, part.leaves);
    for (size_t i = 0; i < out.size(); ++i) EXPECT_LT(Difference(out[i], expected[i]), 1e-4) << i;
  };
  for (const Positions* boards : {&large_, &small_, &large_}) {  // the last round's stay behind
    const BatchPart low = {0, std::span(boards->leaves()).first(3)};
    const BatchPart high = {20, std::span(large_.leaves()).last(boards == &small_ ? 15 : 5)};
    batch->Load(high);
    batch->Load(low);
    batch->Compute(std::vector{low, high});
    expect(low);
    expect(high);
    batch->Compute(std::span(&low, 1));
    expect(low);
  }
}

TEST_F(DeviceInferenceTest, InBatchesSmallerThanTheStep) {
  const auto inference = Make(3);
  const auto leaves = std::span(large_.leaves());
  for (const size_t count : {3, 1, 2}) {
    const auto part = leaves.subspan(count, count);
    EXPECT_LT(Difference(Evaluate(inference.get(), part), Reference(model_, part)), 1e-4);
  }
}

}  // namespace
}  // namespace raichi
