#include "nn/export/libtorch_export.h"

#include <ATen/core/grad_mode.h>

#include <cmath>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "nn/export/onnx_writer.h"
#include "nn/export/script_writer.h"
#include "nn/export/weight_collector.h"
#include "nn/model/folded_network.h"
#include "nn/model/model_weights.h"
#include "nn/model/tensor_file.h"
#include "nn/network/tensors.h"

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

}  // namespace raichi
