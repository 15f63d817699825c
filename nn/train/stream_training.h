#pragma once

#include <memory>

#include "nn/cuda/cuda_stream.h"
#include "nn/train/torch_training.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Trains on a GPU on a stream of its own, as only the work of such a stream can be recorded.
class StreamTraining : public TrainedNetwork {
 public:
  /// As of TorchTraining.
  StreamTraining(const TrainConfig& config, const TrainerState& state, at::Device device,
                 at::ScalarType precision, int ranks);

  void Differentiate(const SampleBatch& batch) override;
  std::span<float> Sums(size_t words) override;
  void TakeSums() override;
  TrainStats Update(const StepPlan& plan) override;
  void LoadBare(const SampleBatch& batch) override;
  void StepBare(const StepPlan& plan) override;
  void Wait() override;
  void Save(TrainerState* state) const override;
  std::vector<float> Averages() const override;

 private:
  mutable CudaStream stream_;
  std::unique_ptr<TorchTraining> training_;
};

}  // namespace raichi
