#include <gmock/gmock.h>

#include "nn/input/policy_index.h"
#include "nn/model/network_config.h"
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

TEST(FitNetwork, LongerMovesBeginAsTheLongestInTheirDirection) {
  const NetworkConfig small = OnCanvas(7), large = OnCanvas(9);
  const std::vector<float> weights = InitialWeights(small, 1);
  const std::vector<float> fitted = FitNetwork(small, large, weights);
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

TEST(FitNetwork, ASmallerCanvasLosesThemAgain) {
  const std::vector<float> weights = InitialWeights(OnCanvas(7), 1);
  EXPECT_EQ(FitNetwork(OnCanvas(7), OnCanvas(7), weights), weights);
  const std::vector<float> larger = FitNetwork(OnCanvas(7), OnCanvas(11), weights);
  EXPECT_EQ(FitNetwork(OnCanvas(11), OnCanvas(7), larger), weights);
}

TEST(FitNetwork, DestinationsBeginAtZeroAndMayBeLeftOut) {
  const NetworkConfig with = TinyNetwork();
  NetworkConfig without = with;
  without.policy_destinations = false;
  const std::vector<float> weights = InitialWeights(without, 1);
  const std::vector<float> fitted = FitNetwork(without, with, weights);
  EXPECT_EQ(fitted.size(), InitialWeights(with, 1).size());
  EXPECT_THAT(Array(with, fitted, "policy.query.weight"), testing::Each(0));
  EXPECT_THAT(Array(with, fitted, "policy.query.bias"), testing::Each(0));
  EXPECT_EQ(Array(with, fitted, "value.out.weight"), Array(without, weights, "value.out.weight"));
  EXPECT_EQ(FitNetwork(with, without, fitted), weights);
}

}  // namespace
}  // namespace raichi
