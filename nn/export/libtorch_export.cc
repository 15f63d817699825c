#include "nn/export/libtorch_export.h"

#include <ATen/core/grad_mode.h>

#include <cmath>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "nn/export/onnx_writer.h"
#include "nn/export/script_writer.h"
#include "nn/model/layers.h"
#include "nn/model/model.h"
#include "nn/model/trainer_state.h"
#include "nn/network/operators.h"

namespace raichi {
namespace {

/// Throws Error naming the model if a weight exceeds the largest number of f16.
void CheckHalf(const std::map<std::string, TensorFile::Tensor>& weights,
               const std::filesystem::path& model) {
  constexpr float kMostHalf = 65504;
  for (const auto& [name, tensor] : weights) {
    for (const float weight : tensor.values) {
      if (std::abs(weight) <= kMostHalf) continue;
      throw Error(model.string() + ": its weights " + name +
                  " are too large for f16; expected f32");
    }
  }
}

}  // namespace

std::string ExportByLibTorch(const std::filesystem::path& model, const ExportConfig& config) {
  const at::NoGradGuard no_grad;
  const Model read = ReadModel(model);
  const Network network = ToNetwork(read).Folded(at::kCPU, at::kFloat);
  WeightCollector weights;
  WriteGraph(network, &weights);
  if (config.half) CheckHalf(weights.tensors(), model);
  TensorFile file;
  file.metadata = ModelWords(read.info);
  file.metadata["model_checksum"] = ChecksumText(ReadFile(ModelFile(model), kMaxModelBytes));
  file.half = config.half;
  switch (config.format) {
    case ExportFormat::kOnnx: {
      OnnxWriter graph(read.info.network.canvas, config.half, config.batch);
      WriteGraph(network, &graph);
      return graph.Bytes(file.metadata);
    }
    case ExportFormat::kTorchScript: {
      ScriptWriter graph(config.half);
      WriteGraph(network, &graph);
      return graph.Bytes(file.metadata);
    }
    case ExportFormat::kSafetensors: {
      file.tensors = weights.tensors();
      return TensorFileBytes(std::move(file), kExportKind, kExportVersion);
    }
  }
  return {};
}

namespace {

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Runs an action and rethrows every exception as an Error that names the file.
template <typename Action>
auto Guarded(const std::filesystem::path& file, const char* what, const Action& action) {
  try {
    return action();
  } catch (const Error&) {
    throw;
  } catch (const c10::Error& error) {
    throw Error(file.string() + ": " + what + ": " + FirstLine(error.what_without_backtrace()));
  } catch (const std::exception& error) {
    throw Error(file.string() + ": " + what + ": " + FirstLine(error.what()));
  }
}

class WeightsNetwork : public ExportedNetwork {
 public:
  explicit WeightsNetwork(const std::filesystem::path& path)
      : file_(path),
        network_(
            Guarded(path, "its weights do not fit its architecture", [&] { return Load(path); })) {}

  NetworkAnswers Run(const PackedBatch& positions) override {
    const c10::InferenceMode inference_mode;
    const NetworkInput input = ToInput(positions, at::kCPU, at::kFloat);
    return Guarded(file_, "LibTorch cannot run it", [&] {
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
      if (layer.kind == LayerKind::kConv) shape.insert(shape.end(), {layer.kernel, layer.kernel});
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
  return std::make_unique<WeightsNetwork>(file);
}

}  // namespace raichi
