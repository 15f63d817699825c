#pragma once

#include <filesystem>
#include <memory>

#include "nn/backend/exported_network.h"

namespace raichi {

/// An ONNX file run by ONNX Runtime, in a Python that has the module onnxruntime: $RAICHI_PYTHON,
/// else python3. Throws Error if there is none, or if it cannot run the file.
std::unique_ptr<ExportedNetwork> OpenOnnxNetwork(const std::filesystem::path& file);

}  // namespace raichi
