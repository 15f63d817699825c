#include "nn/export/model_export.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "nn/export/onnx_graph.h"
#include "nn/model/fold_norms.h"
#include "nn/model/layers.h"
#include "nn/model/model.h"
#include "nn/model/safetensors.h"
#include "nn/model/trainer_state.h"

namespace raichi {
namespace {

constexpr std::array<std::string_view, 2> kFormats = {"onnx", "safetensors"};

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

ExportFormat ParseExportFormat(std::string_view text) {
  const auto format = std::ranges::find(kFormats, text);
  if (format != kFormats.end()) return static_cast<ExportFormat>(format - kFormats.begin());
  throw UsageError("format '" + std::string(text) + "': expected onnx or safetensors");
}

std::string_view ToString(ExportFormat format) { return kFormats.at(static_cast<size_t>(format)); }

std::string ExportBytes(const std::filesystem::path& model, const ExportConfig& config) {
  CheckBatch(config);
  const Model read = ReadModel(model);
  const FoldedNetwork network = FoldNorms(read);
  TensorFile file{.metadata = ModelWords(read.info), .tensors = TensorsOf(network)};
  if (config.half) CheckHalf(file.tensors, model);
  file.metadata["model_checksum"] = ChecksumText(ReadFile(ModelFile(model), kMaxModelBytes));
  file.half = config.half;
  if (config.format == ExportFormat::kOnnx) return OnnxBytes(network, config, file.metadata);
  return TensorFileBytes(std::move(file), kExportKind, kExportVersion);
}

}  // namespace raichi
