#include <ATen/core/grad_mode.h>
#include <gmock/gmock.h>

#include <functional>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "nn/cpu/cpu_kernels.h"
#include "nn/export/model_export.h"
#include "nn/model/fold_norms.h"
#include "nn/model/layers.h"
#include "nn/model/safetensors.h"
#include "nn/network/operators.h"
#include "tests/selfplay/games.h"
#include "tests/torch/reference.h"

namespace raichi {
namespace {

class FoldedNetworkTest : public testing::Test {
 protected:
  std::string BytesOf(const Model& model) const {
    AtomicWrite(folder_ / "m.raichi", ModelBytes(model));
    return ExportBytes(folder_ / "m.raichi", {.format = ExportFormat::kSafetensors});
  }

  /// Returns the error of reading the export after a change.
  template <typename Expected>
  std::string ErrorAfter(const std::function<void(TensorFile*)>& change) const {
    TensorFile file = ParseTensorFile(bytes_, kExportKind, kExportVersion, "export");
    change(&file);
    try {
      ReadFoldedNetwork(TensorFileBytes(file, kExportKind, kExportVersion), "export");
    } catch (const Expected& error) {
      return error.what();
    }
    return "none of this kind";
  }

  const TemporaryFolder folder_;
  const Positions large_{"linnaeus", 20, 1}, small_{"brandubh", 20, 2};
  const std::string bytes_ = BytesOf(Scrambled(TinyNetwork()));
};

TEST_F(FoldedNetworkTest, AnExportComputesWhatTheTrainedNetworkDoes) {
  const Model model = Scrambled(TinyNetwork());
  const auto inference = MakeCpuInference(ReadFoldedNetwork(BytesOf(model), "export"), false, 40);
  for (const auto& leaves : {large_.leaves(), small_.leaves()}) {
    EXPECT_LT(Difference(Evaluate(inference.get(), leaves), Reference(model, leaves)), 1e-4);
  }
}

/// Versions of LibTorch round differently, and the same version on different processors.
auto Nearly(const std::vector<float>& values) {
  return testing::Pointwise(testing::FloatNear(1e-6f), values);
}

TEST_F(FoldedNetworkTest, OurOwnFoldingIsThatOfLibTorchUpToRounding) {
  const at::NoGradGuard no_grad;
  const Model model = Scrambled(TinyNetwork());
  const FoldedNetwork own = FoldNorms(model);
  const Network libtorch = ToNetwork(model).Folded(at::kCPU, at::kFloat);
  for (size_t i = 0; i < own.weights.size(); ++i) {
    if (own.layers[i].IsAuxiliary()) continue;
    EXPECT_THAT(own.weights[i].weight, Nearly(ToFloats(libtorch.weights(i).weight)))
        << own.layers[i].name;
    EXPECT_THAT(own.weights[i].bias, Nearly(ToFloats(libtorch.weights(i).bias)))
        << own.layers[i].name;
  }
}

TEST_F(FoldedNetworkTest, WeightsThatDoNotFitAreRefused) {
  const auto error = [this](auto change) { return ErrorAfter<DamagedError>(change); };
  EXPECT_EQ(error([](TensorFile* file) { file->tensors.erase("stem.weight"); }),
            "export: lacks the weights stem.weight");
  EXPECT_EQ(error([](TensorFile* file) {
              file->tensors["stem.bias"] = {{1}, {0}};
            }),
            "export: weights stem.bias have another shape than the architecture's");
  EXPECT_EQ(error([](TensorFile* file) {
              std::swap(file->tensors["stem.weight"].shape[0],
                        file->tensors["stem.weight"].shape[1]);
            }),
            "export: weights stem.weight have another shape than the architecture's");
  EXPECT_EQ(error([](TensorFile* file) {
              file->tensors["extra.weight"] = {{1}, {0}};
            }),
            "export: has weights that its architecture does not have");
  EXPECT_EQ(error([](TensorFile* file) {
              file->tensors["value.out.bias"].values[0] = std::numeric_limits<float>::infinity();
            }),
            "export: weights value.out.bias contain NaN or infinity");
  EXPECT_THROW(ReadFoldedNetwork(bytes_.substr(0, bytes_.size() - 1), "export"), DamagedError);
}

TEST_F(FoldedNetworkTest, OtherVersionsOfTheEncoderAreRefused) {
  EXPECT_EQ(ErrorAfter<VersionError>([](TensorFile* file) { file->metadata["encoder"] = "1"; }),
            "export: is for another version of the encoder; export it again");
}

}  // namespace
}  // namespace raichi
