#pragma once

#include "nn/backend/trained_network.h"
#include "nn/model/weights.h"
#include "nn/network/network.h"
#include "nn/train/loss.h"
#include "nn/train/optimizer.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// A network that LibTorch trains. All trained weights are in one flat vector, all statistics in
/// another and all gradients in a third; the network's tensors are views of them. Clipping, the
/// optimizer, the averages and files therefore handle whole vectors.
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
  /// Returns views of weights_ whose gradients are collected in gradient_.
  WeightMap TrainableViews() const;
  void UseThreads() const;
  /// Computes the loss of a batch, and its gradient into `gradient_`.
  Loss Differentiate(const Tensors& batch);
  /// Updates the weights by the gradient and then the averages. Returns the gradient's norm.
  at::Tensor Update(const StepPlan& plan);
  /// Limits the gradient's norm. Returns the norm before clipping, without waiting for the device.
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
