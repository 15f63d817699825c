#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "nn/backend/exported_network.h"
#include "nn/backend/model_export.h"

namespace raichi {

/// Implements ExportBytes with LibTorch. The caller has checked the configuration.
std::string ExportByLibTorch(const std::filesystem::path& model, const ExportConfig& config);

/// Implements OpenExportedNetwork with LibTorch.
std::unique_ptr<ExportedNetwork> OpenExportByLibTorch(const std::filesystem::path& file);

}  // namespace raichi
