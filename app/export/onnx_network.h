#pragma once

#include <filesystem>
#include <memory>

#include "nn/backend/exported_network.h"

namespace raichi {

/// Opens an ONNX file to be run by ONNX Runtime in a Python with the module onnxruntime:
/// $RAICHI_PYTHON, else python3. Throws Error naming the file if there is no such Python, if it
/// cannot run the file, or if the script tools/run_onnx.py is missing.
std::unique_ptr<ExportedNetwork> OpenOnnxNetwork(const std::filesystem::path& file);

}  // namespace raichi
