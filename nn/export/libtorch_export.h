#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "nn/backend/exported_network.h"
#include "nn/backend/model_export.h"

namespace raichi {

/// LibTorch's side of ExportBytes, which has checked the configuration.
std::string ExportByLibTorch(const std::filesystem::path& model, const ExportConfig& config);

/// LibTorch's side of OpenExportedNetwork.
std::unique_ptr<ExportedNetwork> OpenExportByLibTorch(const std::filesystem::path& file);

}  // namespace raichi
