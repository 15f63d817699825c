#pragma once

#include "nn/model_weights.h"
#include "nn/network.h"
#include "nn/optimizer.h"
#include "nn/trainer.h"
#include "nn/trainer_state.h"
#include "nn/weights.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// The trainer's tensors. All weights lie in flat vectors, of which the network's are views, and so
/// do their gradients: clipping, the optimizer, the averages and the files see one vector each.
class Trainer::Impl {
 public:
  Impl(const TrainConfig& config, const TrainerState& state);

  TrainStats Step(const SampleBatch& batch);
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
  double ClipGradient();
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
