#pragma once

#include <filesystem>
#include <memory>

#include "mcts/evaluator.h"

namespace raichi {

/// Opens an ONNX file to be run by ONNX Runtime in a Python with the module onnxruntime:
/// $RAICHI_PYTHON, else python3. Each request has exactly `batch` positions; smaller batches are
/// padded. Throws Error naming the file if there is no such Python, if it cannot run the file, if
/// the script tools/run_onnx.py is missing, or if outputs have a wrong size or are not numbers.
std::unique_ptr<Evaluator> OpenOnnxEvaluator(const std::filesystem::path& file, int canvas,
                                             int batch);

}  // namespace raichi
