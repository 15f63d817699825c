#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files/files.h"
#include "nn/input/encoder.h"
#include "nn/model/layers.h"
#include "nn/model/model.h"
#include "nn/model/weights.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

/// Calls `visit(spec, output, input, square, value)` for every weight of concatenated arrays.
template <typename Visit>
void ForEachWeight(const std::vector<float>& values, Visit visit,
                   const NetworkConfig& network = TinyNetwork()) {
  size_t next = 0;
  for (const WeightSpec& spec : WeightSpecs(network)) {
    const bool is_matrix = spec.kind == WeightKind::kMatrix;
    const int64_t inputs = is_matrix ? spec.shape[1] : 1;
    const int64_t squares = static_cast<int64_t>(spec.Count()) / spec.shape[0] / inputs;
    for (int64_t i = 0; i < static_cast<int64_t>(spec.Count()); ++i) {
      visit(spec, i / inputs / squares, i / squares % inputs, i % squares, values.at(next++));
    }
  }
  EXPECT_EQ(next, values.size());
}

TEST(EncoderVersions, ModelsOfVersion2IgnoreTheThreats) {
  const std::filesystem::path folder = SourceDir() + "/docs/balance/models/1";
  ASSERT_EQ(ReadModelInfo(folder).encoder_version, 2);
  const Model model = ReadModel(folder);
  int seen = 0;
  const auto visit = [&](const WeightSpec& spec, int64_t, int64_t input, int64_t, float value) {
    if (spec.input != Layer::kPlanesInput) return;
    if (input < static_cast<int64_t>(Plane::kAttackerStops)) return;
    ++seen;
    EXPECT_EQ(value, 0);
  };
  ForEachWeight(model.weights, visit, model.info.network);
  EXPECT_EQ(seen, model.info.network.channels * 6 * 9);
}

TEST(EncoderVersions, OthersAreRefused) {
  const TemporaryFolder folder;
  Model model;
  model.info.network = TinyNetwork();
  model.weights = InitialWeights(TinyNetwork(), 1);
  for (const int version : {1, kEncoderVersion + 1}) {
    model.info.encoder_version = version;
    AtomicWrite(folder / "model.raichi", ModelBytes(model));
    EXPECT_THROW(ReadModelInfo(folder.path()), VersionError);
    EXPECT_THROW(ReadModel(folder.path()), VersionError);
  }
}

TEST(InitialWeights, OfReservedInputsAreZero) {
  int zero = 0;
  ForEachWeight(InitialWeights(TinyNetwork(), 3), [&](const WeightSpec& spec, int64_t,
                                                      int64_t input, int64_t, float value) {
    const bool is_reserved = spec.input == Layer::kNumbersInput && input >= kNamedNumbers;
    zero += is_reserved ? 1 : 0;
    if (spec.input == Layer::kPlanesInput || spec.input == Layer::kNumbersInput) {
      EXPECT_EQ(value == 0, is_reserved) << spec.name;
    }
  });
  EXPECT_EQ(zero, 16 * (kGlobals - kNamedNumbers));
}

}  // namespace
}  // namespace raichi
