#pragma once

#include <string>

#include "nn/backend/loader.h"

namespace raichi {

/// A backend without LibTorch. It is the backend of the process during its lifetime. Its networks
/// answer as FakeEvaluator, with a seed derived from the weights. A training step adds to each
/// weight a small number that depends on the chunks of the batch, the step and the learning rate,
/// so that any difference in training shows in the weights. A learning rate above 1 makes the
/// weights infinite, which its losses do not show.
class FakeBackend : public Backend {
 public:
  /// If this is its first weight, a network gives results that are not numbers.
  static constexpr float kNoNumber = 1e30f;

  explicit FakeBackend(int gpus = 0) : gpus_(gpus) {}

  int CountGpus() override { return gpus_; }
  std::string GpuName(int gpu) override { return "Fake " + std::to_string(gpu); }
  std::string NativePrecision(const std::string& device) override {
    return device == "cpu" ? "f32" : "bf16";
  }
  /// A product that costs nothing.
  std::function<double()> MakeMatrixProduct(const ComputePlace& place) override;
  std::unique_ptr<Inference> MakeInference(const Model& model, const ComputePlace& place,
                                           int batch) override;
  std::unique_ptr<SharedBatch> MakeSharedBatch(const Model& model, const ComputePlace& place,
                                               int batch) override;
  std::unique_ptr<TrainedNetwork> MakeTrainedNetwork(const TrainConfig& config,
                                                     const TrainerState& state,
                                                     const ComputePlace& place, int ranks) override;

 private:
  int gpus_;
  ScopedBackend scope_{this};
};

}  // namespace raichi
