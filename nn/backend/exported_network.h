#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "mcts/evaluator.h"
#include "nn/input/encoder.h"
#include "nn/input/network_answers.h"

namespace raichi {

/// An exported network together with a program or library that runs it.
class ExportedNetwork {
 public:
  virtual ~ExportedNetwork() = default;
  virtual NetworkAnswers Run(const PackedBatch& positions) = 0;
};

/// Opens a safetensors file of weights for LibTorch to run on the processor. Throws Error naming
/// the file if it is damaged or has another format. TorchScript modules are refused like any other
/// format: loading one runs its code.
std::unique_ptr<ExportedNetwork> OpenExportedNetwork(const std::filesystem::path& file);

/// Makes an evaluator of an exported network. Every request has exactly `batch` positions; smaller
/// batches are padded. The evaluator throws Error naming `name` if outputs have a wrong size or are
/// not numbers.
std::unique_ptr<Evaluator> MakeExportedEvaluator(std::string name, int canvas, int batch,
                                                 std::unique_ptr<ExportedNetwork> network);

}  // namespace raichi
