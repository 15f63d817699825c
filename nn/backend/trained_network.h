#pragma once

#include <cstdint>
#include <vector>

#include "nn/data/samples.h"
#include "nn/model/trainer_state.h"

namespace raichi {

/// What a step of training measured: means over its batch.
struct TrainStats {
  int64_t step = 0;  // the number of steps done, this one included
  double loss = 0;   // weighted sum of the terms
  double policy = 0, value = 0, moves_left = 0, survival = 0, king_end = 0, reply = 0,
         short_value = 0;      // the terms, unweighted
  double policy_entropy = 0;   // of the targets: the least that `policy` can be
  double policy_accuracy = 0;  // share whose likeliest move is the most visited
  double value_accuracy = 0;   // share whose likeliest outcome is the target's
  double gradient_norm = 0;    // before clipping
  double learning_rate = 0;
};

/// The part of a Trainer that a backend computes: weights, their averages and the optimizer's
/// moments on a device. For one thread at a time.
class TrainedNetwork {
 public:
  /// The number of steps taken before this one, and its learning rate.
  struct StepPlan {
    int64_t step = 0;
    int64_t moment_step = 0;  // counted from where the optimizer's moments were zero
    double learning_rate = 0;
  };

  virtual ~TrainedNetwork() = default;
  /// One step. The backend fills in the loss and its terms, the accuracies and the gradient's norm,
  /// which need not be finite.
  virtual TrainStats Step(const SampleBatch& batch, const StepPlan& plan) = 0;
  /// Puts a batch on the device once, for any number of calls of `StepBare`.
  virtual void LoadBare(const SampleBatch& batch) = 0;
  /// A step on that batch, with nothing read back from the device, which may still be at work when
  /// this returns.
  virtual void StepBare(const StepPlan& plan) = 0;
  /// Waits until the device has done all steps.
  virtual void Wait() = 0;

  /// Sets the weights, averages and moments of `state`.
  virtual void Save(TrainerState* state) const = 0;
  /// The averaged weights, in the order of WeightSpecs.
  virtual std::vector<float> Averages() const = 0;
};

}  // namespace raichi
