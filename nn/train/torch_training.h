#pragma once

#include "nn/backend/trained_network.h"
#include "nn/model/weights.h"
#include "nn/network/network.h"
#include "nn/train/loss.h"
#include "nn/train/optimizer.h"

namespace raichi {

/// (Includes LibTorch: only for LibTorch's rooms.)

/// A network trained by LibTorch. All weights lie in flat vectors, and the network's tensors are
/// views of them; so do their gradients. Clipping, the optimizer, the averages and the files each
/// see one vector.
class TorchTraining : public TrainedNetwork {
 public:
  TorchTraining(const TrainConfig& config, const TrainerState& state, at::Device device,
                at::ScalarType precision);

  TrainStats Step(const SampleBatch& batch, const StepPlan& plan) override;
  void LoadBare(const SampleBatch& batch) override;
  void StepBare(const StepPlan& plan) override;
  void Wait() override;
  void Save(TrainerState* state) const override;
  std::vector<float> Averages() const override;

 private:
  /// A batch on the device.
  struct Tensors {
    NetworkInput input;
    Targets targets;
  };
  Tensors ToTensors(const SampleBatch& batch) const;
  WeightMap TrainableViews();
  void UseThreads() const;
  /// Computes the loss of a batch, and its gradient into `gradient_`.
  Loss Differentiate(const Tensors& batch);
  /// Moves the weights by the gradient, and the averages; returns the gradient's norm.
  at::Tensor Update(const StepPlan& plan);
  at::Tensor ClipGradient();
  void UpdateAverages(int64_t step);

  TrainConfig config_;
  NetworkConfig network_config_;
  at::Device device_;
  at::ScalarType precision_;
  at::Tensor trained_, statistics_;  // flat
  at::Tensor gradient_;              // of trained_
  at::Tensor average_trained_, average_statistics_;
  Optimizer optimizer_;
  Network network_;
  Tensors bare_;  // the batch of LoadBare
};

}  // namespace raichi
