#include "nn/exported_network.h"

// clang-format off
#include "nn/torch_compat.h"
#include <torch/script.h>
// clang-format on

#include "nn/model_export.h"
#include "nn/model_weights.h"
#include "nn/tensors.h"
#include "rules/error.h"
#include "selfplay/files.h"

namespace raichi {
namespace {

class ScriptNetwork : public ExportedNetwork {
 public:
  explicit ScriptNetwork(const std::filesystem::path& file) : file_(file), module_(Load(file)) {}

  NetworkAnswers Run(const PackedBatch& positions) override {
    const c10::InferenceMode inference_mode;
    const NetworkInput input = ToInput(positions, at::kCPU, at::kFloat);
    try {
      const auto answer = module_.forward({input.planes, input.numbers}).toTuple();
      const auto floats = [&](size_t i) { return ToFloats(answer->elements().at(i).toTensor()); };
      return {floats(0), floats(1), floats(2)};
    } catch (const std::exception& error) {
      throw Error(file_.string() + ": LibTorch cannot run it: " + FirstLine(error.what()));
    }
  }

 private:
  static std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }
  static torch::jit::Module Load(const std::filesystem::path& file) {
    try {
      return torch::jit::load(file.string(), at::kCPU);
    } catch (const c10::Error& error) {
      throw Error(file.string() + ": damaged or no TorchScript module: " +
                  FirstLine(error.what_without_backtrace()));
    }
  }

  std::filesystem::path file_;
  torch::jit::Module module_;
};

class WeightsNetwork : public ExportedNetwork {
 public:
  explicit WeightsNetwork(const std::filesystem::path& path) : network_(Load(path)) {}

  NetworkAnswers Run(const PackedBatch& positions) override {
    const c10::InferenceMode inference_mode;
    const NetworkOutput out =
        network_.Forward(ToInput(positions, at::kCPU, at::kFloat), false, false);
    const at::Tensor moves_left = out.value.select(1, 3).clamp_max(10).expm1().clamp_min(0);
    return {ToFloats(out.policy), ToFloats(at::softmax(out.value.narrow(1, 0, 3), 1)),
            ToFloats(moves_left)};
  }

 private:
  static Network Load(const std::filesystem::path& path) {
    const TensorFile file = ReadTensorFile(path, kExportKind, kExportVersion);
    WeightMap weights;
    for (const auto& [name, tensor] : file.tensors) {
      weights[name] = FromFloats(tensor.values, tensor.shape, at::kCPU);
    }
    try {
      // The policy's last layer is a convolution of one square.
      weights.at("policy.out.weight") = weights.at("policy.out.weight").flatten(1);
      return Network(NetworkFromWords(file, path), weights);
    } catch (const std::out_of_range&) {
      throw Error(path.string() + ": lacks weights of its architecture");
    }
  }

  Network network_;
};

}  // namespace

std::unique_ptr<ExportedNetwork> OpenExportedNetwork(const std::filesystem::path& file) {
  constexpr uint64_t kMostBytes = uint64_t{1} << 32;
  if (ReadFile(file, kMostBytes).starts_with("PK")) return std::make_unique<ScriptNetwork>(file);
  return std::make_unique<WeightsNetwork>(file);
}

}  // namespace raichi
