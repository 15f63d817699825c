#include "nn/export/libtorch_export.h"

// clang-format off
#include "nn/network/torch_compat.h"
#include <torch/script.h>
// clang-format on

#include "base/error.h"
#include "base/files/files.h"
#include "nn/cpu/folded_network.h"
#include "nn/model/tensor_file.h"
#include "nn/network/tensors.h"

namespace raichi {
namespace {

/// Returns one line of a LibTorch error message: the last if a module failed, else the first.
std::string LineOf(const std::string& text) {
  const size_t end = text.find_last_not_of('\n');
  const size_t begin = text.find_last_of('\n', end);
  const bool is_inside = text.find("TorchScript interpreter") != std::string::npos;
  if (!is_inside || begin == std::string::npos) return text.substr(0, text.find('\n'));
  return text.substr(begin + 1, end - begin);
}

/// Runs an action and rethrows every exception as an Error that names the file.
template <typename Action>
auto Guarded(const std::filesystem::path& file, const char* what, const Action& action) {
  try {
    return action();
  } catch (const Error&) {
    throw;
  } catch (const c10::Error& error) {
    throw Error(file.string() + ": " + what + ": " + LineOf(error.what_without_backtrace()));
  } catch (const std::exception& error) {
    throw Error(file.string() + ": " + what + ": " + LineOf(error.what()));
  }
}

constexpr char kCannotRun[] = "LibTorch cannot run it";

class ScriptNetwork : public ExportedNetwork {
 public:
  explicit ScriptNetwork(const std::filesystem::path& file)
      : file_(file), module_(Guarded(file, "damaged or not a TorchScript module", [&] {
          return torch::jit::load(file.string(), at::kCPU);
        })) {}

  NetworkAnswers Run(const PackedBatch& positions) override {
    const c10::InferenceMode inference_mode;
    const NetworkInput input = ToInput(positions, at::kCPU, at::kFloat);
    return Guarded(file_, kCannotRun, [&] {
      const auto answer = module_.forward({input.planes, input.numbers}).toTuple();
      const auto floats = [&](size_t i) { return ToFloats(answer->elements().at(i).toTensor()); };
      return NetworkAnswers{floats(0), floats(1), floats(2)};
    });
  }

 private:
  std::filesystem::path file_;
  torch::jit::Module module_;
};

class WeightsNetwork : public ExportedNetwork {
 public:
  explicit WeightsNetwork(const std::filesystem::path& path)
      : file_(path),
        network_(
            Guarded(path, "its weights do not fit its architecture", [&] { return Load(path); })) {}

  NetworkAnswers Run(const PackedBatch& positions) override {
    const c10::InferenceMode inference_mode;
    const NetworkInput input = ToInput(positions, at::kCPU, at::kFloat);
    return Guarded(file_, kCannotRun, [&] {
      const NetworkOutput out = network_.Forward(input, false, false);
      const at::Tensor moves_left = out.value.select(1, ValueRow::kMovesLeft)
                                        .clamp_max(kMaxLogMovesLeft)
                                        .expm1()
                                        .clamp_min(0);
      return NetworkAnswers{ToFloats(out.Logits()),
                            ToFloats(at::softmax(out.value.narrow(1, ValueRow::kWin, 3), 1)),
                            ToFloats(moves_left)};
    });
  }

 private:
  static Network Load(const std::filesystem::path& path) {
    const FoldedNetwork folded = ReadFoldedNetwork(ReadFile(path, kMaxModelBytes), path);
    WeightMap weights;
    for (size_t i = 0; i < folded.layers.size(); ++i) {
      const Layer& layer = folded.layers[i];
      if (layer.IsAuxiliary()) continue;
      std::vector<int64_t> shape = {layer.out, layer.in};
      if (layer.kind == LayerKind::kConv) shape.insert(shape.end(), {layer.height, layer.width});
      weights[layer.name + ".weight"] = FromFloats(folded.weights[i].weight, shape, at::kCPU);
      weights[layer.name + ".bias"] = FromFloats(folded.weights[i].bias, {layer.out}, at::kCPU);
    }
    return Network(folded.config, weights);
  }

  std::filesystem::path file_;
  Network network_;
};

}  // namespace

std::unique_ptr<ExportedNetwork> OpenExportByLibTorch(const std::filesystem::path& file) {
  if (ReadFile(file, kMaxModelBytes).starts_with("PK"))
    return std::make_unique<ScriptNetwork>(file);
  return std::make_unique<WeightsNetwork>(file);
}

}  // namespace raichi
