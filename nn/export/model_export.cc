#include "nn/backend/model_export.h"

#include <ATen/core/grad_mode.h>

#include <cmath>

#include "nn/export/onnx_writer.h"
#include "nn/export/script_writer.h"
#include "nn/export/weight_collector.h"
#include "nn/model/model_weights.h"
#include "nn/network/tensors.h"
#include "rules/error.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

constexpr std::string_view kFormats[] = {"onnx", "torchscript", "safetensors"};

void CheckBatch(const ExportConfig& config) {
  if (config.batch < 0 || config.batch > kMostExportBatch) {
    throw UsageError("batch: " + std::to_string(config.batch) + ", expected dynamic or 1 to " +
                     std::to_string(kMostExportBatch));
  }
  if (config.batch > 0 && config.format != ExportFormat::kOnnx) {
    throw UsageError("batch: " + std::string(ToString(config.format)) +
                     " takes any number of positions; expected dynamic");
  }
}

/// f16 ends at 65504.
void CheckHalf(const std::map<std::string, TensorFile::Tensor>& weights,
               const std::filesystem::path& model) {
  constexpr float kMostHalf = 65504;
  for (const auto& [name, tensor] : weights) {
    for (const float weight : tensor.values) {
      if (std::abs(weight) <= kMostHalf) continue;
      throw Error(model.string() + ": its weights " + name + " do not fit f16; expected f32");
    }
  }
}

}  // namespace

ExportFormat ParseExportFormat(std::string_view text) {
  for (int i = 0; i < 3; ++i) {
    if (kFormats[i] == text) return static_cast<ExportFormat>(i);
  }
  throw UsageError("format '" + std::string(text) + "': expected onnx, torchscript or safetensors");
}

std::string_view ToString(ExportFormat format) { return kFormats[static_cast<int>(format)]; }

std::string ExportBytes(const std::filesystem::path& model, const ExportConfig& config) {
  CheckBatch(config);
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
