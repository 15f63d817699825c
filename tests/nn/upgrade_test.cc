#include "nn/model/upgrade.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files/files.h"
#include "nn/input/encoder.h"
#include "nn/model/layers.h"
#include "nn/model/model.h"
#include "nn/model/trainer_state.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

constexpr int kOldPlanes = 16, kOldNumbers = 71;  // of version 1

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

bool IsNew(const WeightSpec& spec, int64_t input) {
  return (spec.input == Layer::kPlanesInput && input >= kOldPlanes) ||
         (spec.input == Layer::kNumbersInput && input >= kOldNumbers);
}

/// Returns the weights of this version without those of inputs that version 1 lacks.
std::vector<float> OldPart(const std::vector<float>& values) {
  std::vector<float> old;
  ForEachWeight(values, [&](const WeightSpec& spec, int64_t, int64_t input, int64_t, float value) {
    if (!IsNew(spec, input)) old.push_back(value);
  });
  return old;
}

TEST(Upgrade, AddsWeightsOfZeroForNewInputs) {
  const std::vector<float> now = InitialWeights(TinyNetwork(), 1);
  const std::vector<float> old = OldPart(now);
  ASSERT_EQ(old.size(), CountWeightsIn(1, TinyNetwork(), false));
  ASSERT_LT(old.size(), now.size());
  const std::vector<float> upgraded = UpgradeWeights(1, TinyNetwork(), old);
  EXPECT_EQ(OldPart(upgraded), old);
  int added = 0;
  ForEachWeight(upgraded, [&](const WeightSpec& spec, int64_t, int64_t input, int64_t, float w) {
    if (!IsNew(spec, input)) return;
    ++added;
    EXPECT_EQ(w, 0) << spec.name;
  });
  EXPECT_EQ(added, 16 * ((kPlanes - kOldPlanes) * 9 + kGlobals - kOldNumbers));
}

TEST(Upgrade, TheMomentsOfAnOptimizerHaveNoStatistics) {
  const size_t trained = CountWeightsIn(1, TinyNetwork(), true);
  const std::vector<float> upgraded =
      UpgradeWeights(1, TinyNetwork(), std::vector<float>(trained, 1));
  EXPECT_EQ(upgraded.size(), static_cast<size_t>(CountWeights(TinyNetwork())));
}

TEST(Upgrade, AModelAndItsUpgradeHaveTheSameOldestForm) {
  const std::vector<float> now = InitialWeights(TinyNetwork(), 1);
  const std::vector<float> old = OldPart(now);
  EXPECT_EQ(OldestForm(TinyNetwork(), UpgradeWeights(1, TinyNetwork(), old)), old);
  EXPECT_EQ(OldestForm(TinyNetwork(), now), now);
}

TEST(Upgrade, LeavesThisVersionAlone) {
  const std::vector<float> now = InitialWeights(TinyNetwork(), 1);
  EXPECT_EQ(CountWeightsIn(kEncoderVersion, TinyNetwork(), false), now.size());
  EXPECT_EQ(UpgradeWeights(kEncoderVersion, TinyNetwork(), now), now);
}

TEST(Upgrade, AModelOfVersion1IsRead) {
  const std::filesystem::path file = SourceDir() + "/tests/nn/version-1.raichi";
  EXPECT_EQ(ReadModelInfo(file).encoder_version, 1);
  const Model model = ReadModel(file);
  EXPECT_EQ(model.info.encoder_version, kEncoderVersion);
  EXPECT_EQ(model.weights.size(), CountWeightsIn(kEncoderVersion, model.info.network, false));
}

TEST(Upgrade, ModelsOfVersion2IgnoreTheThreats) {
  const std::vector<float> now = InitialWeights(TinyNetwork(), 1);
  EXPECT_EQ(UpgradeWeights(2, TinyNetwork(), now), now);  // the sizes are the same
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

TEST(Upgrade, TheNextVersionIsRefused) {
  const TemporaryFolder folder;
  Model model;
  model.info.network = TinyNetwork();
  model.info.encoder_version = kEncoderVersion + 1;
  model.weights = InitialWeights(TinyNetwork(), 1);
  AtomicWrite(folder / "model.raichi", ModelBytes(model));
  EXPECT_THROW(ReadModelInfo(folder.path()), VersionError);
  EXPECT_THROW(ReadModel(folder.path()), VersionError);
  EXPECT_THROW(InputSizeOf(kEncoderVersion + 1), VersionError);
}

TEST(Upgrade, ReadsATrainersStateOfVersion1) {
  const TemporaryFolder folder;
  const std::vector<float> weights = InitialWeights(TinyNetwork(), 1);
  TrainerState state;
  state.network = TinyNetwork();
  state.optimizer = "adamw";
  state.weights = state.averages = weights;
  state.first.assign(static_cast<size_t>(CountWeights(state.network)), 0.5f);
  state.second = state.first;
  WriteTrainerState(folder / "state", state);
  TensorFile file = ReadTensorFile(folder / "state", "raichi trainer", kNewestNetworkVersion);
  file.metadata["encoder"] = "1";
  for (const char* name : {"weights", "averages"}) file.tensors[name].values = OldPart(weights);
  for (const char* name : {"first", "second"}) {
    file.tensors[name].values.resize(CountWeightsIn(1, state.network, true));
  }
  for (auto& [name, tensor] : file.tensors) {
    tensor.shape = {static_cast<int64_t>(tensor.values.size())};
  }
  WriteTensorFile(folder / "state", file, "raichi trainer", kNewestNetworkVersion);
  const TrainerState read = ReadTrainerState(folder / "state");
  EXPECT_EQ(OldPart(read.weights), OldPart(weights));
  EXPECT_EQ(read.averages.size(), weights.size());
  EXPECT_EQ(read.first.size(), state.first.size());
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
