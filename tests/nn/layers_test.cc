#include "nn/model/layers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "nn/input/encoder.h"
#include "nn/model/weights.h"
#include "tests/nn/helpers.h"

namespace raichi {
namespace {

const Layer& At(const std::vector<Layer>& layers, int index) {
  return layers.at(static_cast<size_t>(index));
}

int FeaturesOf(const std::vector<Layer>& layers, int input) {
  if (input == Layer::kPlanesInput) return kPlanes;
  if (input == Layer::kNumbersInput) return kGlobals;
  return At(layers, input).out;
}

std::vector<Layer> SomeLayers() {
  NetworkConfig config;
  config.blocks = 2;
  config.pool_every = 2;
  config.policy_destinations = true;
  return Layers(config);
}

TEST(Layers, ReadWhatFitsThem) {
  const std::vector<Layer> layers = SomeLayers();
  for (size_t i = 0; i < layers.size(); ++i) {
    const Layer& layer = layers[i];
    const int index = static_cast<int>(i);
    EXPECT_LT(layer.input, index) << layer.name;
    EXPECT_EQ(layer.in, (layer.pools ? 3 : 1) * FeaturesOf(layers, layer.input)) << layer.name;
    if (layer.input >= 0) {
      const bool reads_squares = At(layers, layer.input).kind != LayerKind::kLinear;
      EXPECT_EQ(reads_squares, layer.kind != LayerKind::kLinear || layer.pools) << layer.name;
    }
    if (layer.residual >= 0) {
      EXPECT_LT(layer.residual, index) << layer.name;
      EXPECT_EQ(At(layers, layer.residual).out, layer.out) << layer.name;
    }
    if (layer.bias >= 0) {
      EXPECT_EQ(At(layers, layer.bias).kind, LayerKind::kLinear) << layer.name;
      EXPECT_EQ(At(layers, layer.bias).out, layer.out) << layer.name;
    }
  }
}

TEST(Layers, HaveNamesOfTheirOwnAndEachOutputOnce) {
  std::set<std::string> names;
  std::multiset<LayerOutput> outputs;
  for (const Layer& layer : SomeLayers()) {
    EXPECT_TRUE(names.insert(layer.name).second) << layer.name;
    outputs.insert(layer.output);
  }
  for (const LayerOutput output :
       {LayerOutput::kPolicy, LayerOutput::kQuery, LayerOutput::kValue, LayerOutput::kReply,
        LayerOutput::kFate, LayerOutput::kCaptured}) {
    EXPECT_EQ(outputs.count(output), 1);
  }
}

TEST(Layers, AreFreedAfterTheirLastReader) {
  const std::vector<Layer> layers = SomeLayers();
  const auto finished = FinishedAfter(layers);
  const auto finished_after = [&](const char* name) {
    std::set<std::string> names;
    for (size_t i = 0; i < layers.size(); ++i) {
      if (layers[i].name != name) continue;
      for (const int index : finished[i]) names.insert(At(layers, index).name);
    }
    return names;
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(finished_after("stem"), Names{"stem.numbers"});
  EXPECT_EQ(finished_after("block0.first"), Names{});
  EXPECT_EQ(finished_after("block0.second"), (Names{"stem", "block0.first"}));
  EXPECT_EQ(finished_after("block1.second"),
            (Names{"block0.second", "block1.first", "block1.pool"}));
  EXPECT_EQ(finished_after("policy.move"), Names{"policy.pool"});
  EXPECT_EQ(finished_after("policy.global"), Names{"policy.global"});  // read by an earlier layer
  EXPECT_EQ(finished_after("policy.out"), Names{"policy.out"});
  EXPECT_EQ(finished_after("fate.square"), (Names{"block1.second", "fate.square"}));
  size_t count = 0;
  for (const auto& some : finished) count += some.size();
  EXPECT_EQ(count, layers.size());
}

/// Returns the array's name and shape.
std::string Described(const WeightSpec& spec) {
  std::string text = spec.name;
  for (const int64_t side : spec.shape) text += " " + std::to_string(side);
  return text;
}

/// The file formats of models and trainer states depend on the names, shapes and order.
TEST(WeightSpecs, NeverChange) {
  NetworkConfig config = TinyNetwork(9);
  config.blocks = 1;
  config.pool_every = 1;
  config.channels = 8;
  config.policy_channels = 16;
  config.policy_destinations = false;
  config.value_channels = 24;
  config.value_hidden = 32;
  std::vector<std::string> arrays;
  for (const WeightSpec& spec : WeightSpecs(config)) arrays.push_back(Described(spec));
  const std::vector<std::string> expected = {"stem.conv 8 24 3 3",
                                             "stem.scale 8",
                                             "stem.bias 8",
                                             "stem.numbers.weight 8 120",
                                             "stem.numbers.bias 8",
                                             "block0.first.conv 8 8 3 3",
                                             "block0.first.scale 8",
                                             "block0.first.bias 8",
                                             "block0.second.conv 8 8 3 3",
                                             "block0.second.scale 8",
                                             "block0.second.bias 8",
                                             "block0.pool.weight 8 24",
                                             "block0.pool.bias 8",
                                             "policy.move.conv 16 8 1 1",
                                             "policy.move.scale 16",
                                             "policy.move.bias 16",
                                             "policy.global.conv 16 8 1 1",
                                             "policy.global.scale 16",
                                             "policy.global.bias 16",
                                             "policy.pool.weight 16 48",
                                             "policy.pool.bias 16",
                                             "policy.out.weight 32 16",
                                             "policy.out.bias 32",
                                             "policy.reply.weight 32 16",
                                             "policy.reply.bias 32",
                                             "value.square.conv 24 8 1 1",
                                             "value.square.scale 24",
                                             "value.square.bias 24",
                                             "value.hidden.weight 32 72",
                                             "value.hidden.bias 32",
                                             "value.out.weight 5 32",
                                             "value.out.bias 5",
                                             "fate.square.weight 2 8",
                                             "fate.square.bias 2",
                                             "fate.captured.weight 1 32",
                                             "fate.captured.bias 1",
                                             "stem.mean 8",
                                             "stem.variance 8",
                                             "block0.first.mean 8",
                                             "block0.first.variance 8",
                                             "block0.second.mean 8",
                                             "block0.second.variance 8",
                                             "policy.move.mean 16",
                                             "policy.move.variance 16",
                                             "policy.global.mean 16",
                                             "policy.global.variance 16",
                                             "value.square.mean 24",
                                             "value.square.variance 24"};
  EXPECT_EQ(arrays, expected);

  config.policy_destinations = true;
  std::vector<std::string> with_destinations = expected;
  with_destinations.insert(std::ranges::find(with_destinations, "policy.reply.weight 32 16"),
                           {"policy.query.weight 16 16", "policy.query.bias 16"});
  std::vector<std::string> found;
  for (const WeightSpec& spec : WeightSpecs(config)) found.push_back(Described(spec));
  EXPECT_EQ(found, with_destinations);
}

TEST(WeightSpecs, TheMovesLeftStartAtZero) {
  const NetworkConfig config = TinyNetwork();
  const std::vector<float> values = InitialWeights(config, 1);
  size_t next = 0;
  for (const WeightSpec& spec : WeightSpecs(config)) {
    const size_t end = next + spec.Count();
    if (spec.name == "value.out.weight") {
      for (size_t row = 0; row < ValueRow::kCount; ++row) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(
                                                next + row * static_cast<size_t>(spec.shape[1]));
        const bool is_zero =
            std::all_of(first, first + spec.shape[1], [](float x) { return x == 0; });
        EXPECT_EQ(is_zero, row == ValueRow::kMovesLeft) << row;
      }
    }
    next = end;
  }
}

}  // namespace
}  // namespace raichi
