#include <gmock/gmock.h>

#include <functional>
#include <limits>
#include <map>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "nn/backend/network_evaluator.h"
#include "nn/export/model_export.h"
#include "nn/export/model_import.h"
#include "nn/model/fold_norms.h"
#include "nn/model/layers.h"
#include "nn/model/weights.h"
#include "tests/nn/helpers.h"

namespace raichi {
namespace {

class ImportTest : public testing::Test {
 protected:
  std::string ExportOf(const NetworkConfig& config) const {
    Model model = Scrambled(config);
    model.info.steps = 12;
    model.info.rules = {"linnaeus", "brandubh"};
    model.info.training = {{"games", "24"}};
    AtomicWrite(folder_ / "m.raichi", ModelBytes(model));
    return ExportBytes(folder_ / "m.raichi", {.format = ExportFormat::kSafetensors});
  }

  std::vector<Evaluation> Said(const Model& model) const {
    const std::filesystem::path file = folder_ / "said.raichi";
    AtomicWrite(file, ModelBytes(model));
    std::vector<Evaluation> said(positions_.leaves().size());
    OpenNetworkEvaluator(file, {.device = "cpu", .precision = "f32"})
        ->Evaluate(positions_.leaves(), said);
    return said;
  }

  const TemporaryFolder folder_;
  const Positions positions_{"linnaeus", 20, 1};
};

TEST_F(ImportTest, AModelSaysWhatItsExportSays) {
  NetworkConfig with_destinations = TinyNetwork();
  with_destinations.policy_destinations = true;
  for (const NetworkConfig& config : {TinyNetwork(), TinyNetwork(11), with_destinations}) {
    const std::string bytes = ExportOf(config);
    const Model model = ImportModel(bytes, "export");
    EXPECT_EQ(Difference(Said(model), Said(ReadModel(folder_ / "m.raichi"))), 0);
    EXPECT_EQ(model.info.network, config);
    EXPECT_EQ(model.info.steps, 12);
    EXPECT_THAT(model.info.rules, testing::ElementsAre("linnaeus", "brandubh"));
    EXPECT_EQ(model.info.training.at("games"), "24");
  }
}

TEST_F(ImportTest, TheModelHasTheSameExport) {
  const std::string bytes = ExportOf(TinyNetwork());
  AtomicWrite(folder_ / "again.raichi", ModelBytes(ImportModel(bytes, "export")));
  const TensorFile first = ParseTensorFile(bytes, kExportKind, kExportVersion, "first");
  const TensorFile again =
      ParseTensorFile(ExportBytes(folder_ / "again.raichi", {.format = ExportFormat::kSafetensors}),
                      kExportKind, kExportVersion, "again");
  ASSERT_EQ(first.tensors.size(), again.tensors.size());
  for (const auto& [name, tensor] : first.tensors) {
    EXPECT_EQ(tensor.values, again.tensors.at(name).values) << name;
  }
}

/// The statistics of a model, by name.
std::map<std::string, std::vector<float>> StatisticsOf(const Model& model) {
  std::map<std::string, std::vector<float>> statistics;
  auto next = model.weights.begin();
  for (const WeightSpec& spec : WeightSpecs(model.info.network)) {
    const auto end = next + static_cast<std::ptrdiff_t>(spec.Count());
    if (spec.kind == WeightKind::kStatistic) statistics[spec.name] = {next, end};
    next = end;
  }
  return statistics;
}

TEST_F(ImportTest, MeasuredNormsChangeOnlyTheLastBits) {
  NetworkConfig config = TinyNetwork(11);
  config.policy_destinations = true;
  Model model = ImportModel(ExportOf(config), "export");
  const auto before = Said(model);
  PackedBatch positions(11);
  positions.Resize(static_cast<int>(positions_.games().size()));
  for (int i = 0; i < positions.size(); ++i) {
    EncodeGame(positions_.games()[static_cast<size_t>(i)], true, &positions, i);
  }
  MeasureNorms(&positions, &model);
  EXPECT_LT(Difference(Said(model), before), 1e-4);
  const auto measured = StatisticsOf(model);
  // The first layer sees the planes alone, so that its mean can be computed by hand.
  const FoldedNetwork folded = FoldNorms(model);
  double sum = 0, squares = 0;
  for (int i = 0; i < positions.size(); ++i) {
    const auto rows = positions.RowsOf(i);
    const auto at = [&](int plane, int y, int x) {
      return x >= 0 && y >= 0 && x < 11 && y < 11
                 ? rows[static_cast<size_t>(plane * 11 + y)] >> x & 1
                 : 0;
    };
    for (int y = 0; y < 9; ++y) {
      for (int x = 0; x < 9; ++x, ++squares) {
        for (int k = 0; k < kPlanes * 9; ++k) {
          sum += folded.weights[0].weight[static_cast<size_t>(k)] *
                 static_cast<float>(at(k / 9, y + k % 9 / 3 - 1, x + k % 3 - 1));
        }
      }
    }
  }
  EXPECT_NEAR(measured.at("stem.mean")[0], sum / squares, 1e-3);
  MeasureNorms(&positions, &model);  // which are what they should be already
  for (const auto& [name, values] : StatisticsOf(model)) {
    EXPECT_THAT(values, testing::Pointwise(testing::FloatNear(1e-3f), measured.at(name))) << name;
  }
}

/// Returns a file of another program, which knows nothing of checksums.
std::string WithoutChecksum(std::string bytes) {
  const size_t at = bytes.find("\"checksum\"");
  return bytes.replace(at, 10, "\"anything\"");
}

TEST_F(ImportTest, AChecksumIsVerifiedIfThereIsOne) {
  std::string bytes = ExportOf(TinyNetwork());
  ++bytes[bytes.size() - 4];
  EXPECT_THAT([&] { ImportModel(bytes, "export"); },
              testing::ThrowsMessage<DamagedError>("export: damaged: its checksum does not match"));
  EXPECT_NO_THROW(ImportModel(WithoutChecksum(bytes), "export"));
}

TEST_F(ImportTest, WhatDoesNotFitTheArchitectureIsRefused) {
  const std::string bytes = ExportOf(TinyNetwork());
  const auto error_after = [&](const std::function<void(TensorFile*)>& change) -> std::string {
    TensorFile file = ParseTensorFile(bytes, kExportKind, kExportVersion, "export");
    change(&file);
    try {
      ImportModel(TensorFileBytes(file, kExportKind, kExportVersion), "export");
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_after([](TensorFile* file) { file->tensors.erase("stem.bias"); }),
            "export: lacks the weights stem.bias");
  EXPECT_EQ(error_after([](TensorFile* file) { file->metadata["network.canvas"] = "11"; }),
            "export: weights policy.out.weight have another shape than the architecture's");
  EXPECT_EQ(error_after([](TensorFile* file) { file->metadata["network.channels"] = "12"; }),
            "export: network.channels: expected a whole number from 8 to 1024, a multiple of 8, "
            "found 12");
  EXPECT_EQ(error_after([](TensorFile* file) {
              file->tensors["more"] = {{1}, {0}};
            }),
            "export: has weights that its architecture does not have");
  EXPECT_EQ(error_after([](TensorFile* file) {
              file->tensors["stem.bias"].values[0] = std::numeric_limits<float>::quiet_NaN();
            }),
            "export: weights stem.bias contain NaN or infinity");
  EXPECT_EQ(error_after([](TensorFile* file) { file->metadata.erase("rules"); }),
            "export: its metadata lacks `rules`");
  EXPECT_EQ(error_after([](TensorFile* file) { file->metadata["encoder"] = "2"; }),
            "export: is for another version of the encoder; export it again");
}

TEST_F(ImportTest, OtherFilesAreNamed) {
  EXPECT_THAT([&] { ImportModel(ModelBytes(Scrambled(TinyNetwork())), "m.raichi"); },
              testing::ThrowsMessage<VersionError>(
                  "m.raichi: holds a raichi model, expected a raichi export"));
  EXPECT_THROW(ImportModel("", "empty"), DamagedError);
}

}  // namespace
}  // namespace raichi
