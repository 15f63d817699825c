#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nn/data/samples.h"
#include "nn/model/trainer_state.h"

namespace raichi {

/// Statistics of a training step: means over its batch.
struct TrainStats {
  int64_t step = 0;  // number of steps so far, including this one
  double loss = 0;   // weighted sum of the terms
  double policy = 0, value = 0, moves_left = 0, survival = 0, king_end = 0, reply = 0,
         short_value = 0;      // the terms, unweighted
  double policy_entropy = 0;   // of the targets, which is the lower bound of `policy`
  double policy_accuracy = 0;  // share of samples whose most probable move is the most visited one
  double value_accuracy = 0;   // share of samples whose most probable outcome is that of the target
  double gradient_norm = 0;    // before clipping
  double learning_rate = 0;
};

/// All numbers of TrainStats; not the step.
inline constexpr double TrainStats::*kTrainNumbers[] = {
    &TrainStats::loss,           &TrainStats::policy,
    &TrainStats::value,          &TrainStats::moves_left,
    &TrainStats::survival,       &TrainStats::king_end,
    &TrainStats::reply,          &TrainStats::short_value,
    &TrainStats::policy_entropy, &TrainStats::policy_accuracy,
    &TrainStats::value_accuracy, &TrainStats::gradient_norm,
    &TrainStats::learning_rate};

/// The part of a Trainer that a backend computes: the weights, their averages and the optimizer's
/// moments on a device. Not thread-safe.
///
/// A step is `Differentiate` and then `Update`. If several ranks share its chunks, each
/// differentiates its own part of the batch, and between the two the sums over each rank's chunks
/// are replaced by their sums over all ranks (`Sums`, `TakeSums`).
class TrainedNetwork {
 public:
  /// The number of steps before this one, and the learning rate of this step.
  struct StepPlan {
    int64_t step = 0;
    int64_t moment_step = 0;  // number of steps since the optimizer's moments were zero
    double learning_rate = 0;
  };

  virtual ~TrainedNetwork() = default;
  /// Differentiates this rank's part of a batch.
  virtual void Differentiate(const SampleBatch& batch) = 0;
  /// Copies the sums over this rank's chunks to one vector: the gradient, the running statistics
  /// and the numbers of TrainStats. `words` zeros for the caller's use follow. The vector belongs
  /// to this object and is valid until the next call.
  virtual std::span<float> Sums(size_t words) = 0;
  /// Makes `Update` use the numbers that are in that vector now, as the sums over all chunks.
  virtual void TakeSums() = 0;
  /// Completes the step: takes the means over all chunks of the step and updates the weights and
  /// their averages. Returns the loss and its terms, the accuracies and the gradient's norm, which
  /// may be infinite or NaN.
  virtual TrainStats Update(const StepPlan& plan) = 0;
  /// Copies a batch to the device, for any number of calls of `StepBare`.
  virtual void LoadBare(const SampleBatch& batch) = 0;
  /// Starts a step on that batch. Reads nothing back from the device, which may still be computing
  /// when this returns.
  virtual void StepBare(const StepPlan& plan) = 0;
  /// Waits until the device has finished all steps.
  virtual void Wait() = 0;

  /// Copies the weights, averages and moments to `state`.
  virtual void Save(TrainerState* state) const = 0;
  /// Returns the averaged weights, in the order of WeightSpecs.
  virtual std::vector<float> Averages() const = 0;
};

}  // namespace raichi
