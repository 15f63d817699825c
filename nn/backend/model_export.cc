#include "nn/backend/model_export.h"

#include "base/error.h"
#include "nn/backend/loader.h"

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
  return TheBackend().ExportBytes(model, config);
}

}  // namespace raichi
