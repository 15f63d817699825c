#pragma once

#include "nn/backend/trainer.h"
#include "nn/model/model_weights.h"
#include "nn/model/trainer_state.h"
#include "nn/model/weights.h"
#include "nn/network/network.h"
#include "nn/train/loss.h"
#include "nn/train/optimizer.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// The trainer's tensors. All weights lie in flat vectors, of which the network's are views, and so
/// do their gradients: clipping, the optimizer, the averages and the files see one vector each.
class Trainer::Impl {
 public:
  Impl(const TrainConfig& config, const TrainerState& state);

  /// A batch on the device.
  struct Tensors {
    NetworkInput input;
    Targets targets;
  };
  Tensors ToTensors(const SampleBatch& batch) const;

  TrainStats Step(const SampleBatch& batch);
  /// A step without its statistics, and with nothing read back from the device.
  void StepBare(const Tensors& batch);
  /// Waits until the device has done all steps.
  void Wait() const;
  TrainerState State() const;
  /// The averaged weights as a model.
  Model Average(ModelInfo info) const;

  const TrainConfig& config() const { return config_; }
  const NetworkConfig& network_config() const { return network_config_; }
  at::Device device() const { return device_; }
  at::ScalarType precision() const { return precision_; }
  int64_t step() const { return step_; }
  uint64_t seed() const { return seed_; }

  WindowState window;  // of the last training
  double spent = 0;    // share of the run, for the schedule

 private:
  WeightMap TrainableViews();
  void UseThreads() const;
  /// Computes the loss of a batch, and its gradient into `gradient_`.
  Loss Differentiate(const Tensors& batch);
  /// Moves the weights by the gradient, and the averages; returns the gradient's norm.
  at::Tensor Update(double learning_rate);
  at::Tensor ClipGradient();
  void UpdateAverages();

  TrainConfig config_;
  NetworkConfig network_config_;
  uint64_t seed_;
  int64_t step_;
  at::Device device_;
  at::ScalarType precision_;
  at::Tensor trained_, statistics_;  // flat
  at::Tensor gradient_;              // of trained_
  at::Tensor average_trained_, average_statistics_;
  Optimizer optimizer_;
  Network network_;
};

}  // namespace raichi
