#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "mcts/evaluator.h"
#include "nn/input/encoder.h"
#include "nn/input/network_answers.h"

namespace raichi {

/// An exported network, run by whatever can run it.
class ExportedNetwork {
 public:
  virtual ~ExportedNetwork() = default;
  virtual NetworkAnswers Run(const PackedBatch& positions) = 0;
};

/// An export by LibTorch on the processor: TorchScript, or the weights of a safetensors file.
/// Throws Error naming the file if it is damaged or neither.
std::unique_ptr<ExportedNetwork> OpenExportedNetwork(const std::filesystem::path& file);

/// An exported network as an evaluator, which asks it for `batch` positions at a time, always so
/// many. Throws Error naming `name` on answers of a wrong size or that are no numbers.
std::unique_ptr<Evaluator> MakeExportedEvaluator(std::string name, int canvas, int batch,
                                                 std::unique_ptr<ExportedNetwork> network);

}  // namespace raichi
