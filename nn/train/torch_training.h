#pragma once

#include "nn/backend/trained_network.h"
#include "nn/model/weights.h"
#include "nn/network/network.h"
#include "nn/train/loss.h"
#include "nn/train/optimizer.h"

namespace raichi {

/// (Includes LibTorch: only for LibTorch's rooms.)

/// A network trained by LibTorch. All trained weights lie in one flat vector, all statistics in
/// another, all gradients in a third; the network's tensors are views of them. So clipping, the
/// optimizer, the averages and the files handle one vector each.
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
  /// All weights of an architecture, ordered as in WeightSpecs.
  struct FlatWeights {
    FlatWeights(const std::vector<float>& values, const NetworkConfig& network, at::Device device);
    std::vector<float> ToVector() const;
    at::Tensor trained, statistics;
  };
  /// Views of weights_ that collect their gradients in gradient_.
  WeightMap TrainableViews() const;
  void UseThreads() const;
  /// Computes the loss of a batch, and its gradient into `gradient_`.
  Loss Differentiate(const Tensors& batch);
  /// Changes the weights by the gradient and updates the averages. Returns the gradient's norm.
  at::Tensor Update(const StepPlan& plan);
  /// Returns the norm before clipping, without waiting for the device.
  at::Tensor ClipGradient();
  void UpdateAverages(int64_t step);

  TrainConfig config_;
  NetworkConfig network_config_;
  at::Device device_;
  at::ScalarType precision_;
  FlatWeights weights_, averages_;
  at::Tensor gradient_;  // of weights_.trained
  Optimizer optimizer_;
  Network network_;
  Tensors bare_;  // the batch of LoadBare
};

}  // namespace raichi
