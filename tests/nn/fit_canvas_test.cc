#include "nn/model/fit_canvas.h"

#include <gtest/gtest.h>

#include "nn/input/policy_index.h"
#include "nn/model/weights.h"
#include "tests/nn/helpers.h"

namespace raichi {
namespace {

/// Returns the array of this name.
std::vector<float> Array(const NetworkConfig& network, const std::vector<float>& weights,
                         const std::string& name) {
  auto next = weights.begin();
  for (const WeightSpec& spec : WeightSpecs(network)) {
    const auto end = next + static_cast<std::ptrdiff_t>(spec.Count());
    if (spec.name == name) return {next, end};
    next = end;
  }
  ADD_FAILURE() << "no array " << name;
  return {};
}

NetworkConfig OnCanvas(int canvas) {
  NetworkConfig network = TinyNetwork();
  network.canvas = canvas;
  return network;
}

TEST(FitCanvas, LongerMovesBeginAsTheLongestInTheirDirection) {
  const NetworkConfig small = OnCanvas(7), large = OnCanvas(9);
  const std::vector<float> weights = InitialWeights(small, 1);
  const std::vector<float> fitted = FitCanvas(small, 9, weights);
  ASSERT_EQ(fitted.size(), InitialWeights(large, 1).size());
  for (const char* name : {"policy.out.weight", "policy.reply.weight"}) {
    const std::vector<float> before = Array(small, weights, name);
    const std::vector<float> after = Array(large, fitted, name);
    const size_t row = before.size() / PolicyChannels(7);
    for (size_t i = 0; i < after.size(); ++i) {
      const size_t channel = i / row, direction = channel % 4, distance = channel / 4;
      const size_t from = std::min<size_t>(distance, 5) * 4 + direction;
      EXPECT_EQ(after[i], before.at(from * row + i % row)) << name;
    }
  }
}

TEST(FitCanvas, ASmallerCanvasLosesThemAgain) {
  const std::vector<float> weights = InitialWeights(OnCanvas(7), 1);
  EXPECT_EQ(FitCanvas(OnCanvas(7), 7, weights), weights);
  EXPECT_EQ(FitCanvas(OnCanvas(11), 7, FitCanvas(OnCanvas(7), 11, weights)), weights);
}

}  // namespace
}  // namespace raichi
