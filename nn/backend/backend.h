#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mcts/evaluator.h"

namespace raichi {

class Reducer;
struct Model;
struct SampleBatch;
struct TrainConfig;
struct TrainerState;

/// A network prepared for one device and precision. Not thread-safe, but different threads may use
/// it in turn.
class Inference {
 public:
  virtual ~Inference() = default;
  /// Evaluates at most as many leaves as the batch for which this was made. Their boards must fit
  /// the canvas.
  virtual void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) = 0;
  /// Runs the network alone on a full batch of empty boards, and waits until it is done.
  virtual void RunBare() = 0;
  /// Returns outputs of the network after `RunBare`, to check that it ran. Their number and meaning
  /// depend on the device.
  virtual std::vector<float> BareOutputs() const = 0;
};

/// Leaves at the positions `first`, first + 1, … of a batch.
struct BatchPart {
  size_t first = 0;
  std::span<const LeafRequest> leaves;

  size_t end() const { return first + leaves.size(); }
};

/// A network prepared for one device and precision, whose batch several threads fill and read. The
/// boards must fit the canvas. Leaves must stay valid until their evaluations have been read. The
/// functions throw what the library of networks throws.
class SharedBatch {
 public:
  virtual ~SharedBatch() = default;
  /// Encodes leaves. Threads may load different positions at the same time, and while others are
  /// computed.
  virtual void Load(const BatchPart& part) = 0;
  /// Evaluates loaded parts, and waits until it is done. Meanwhile no thread may load or read them.
  virtual void Compute(std::span<const BatchPart> parts) = 0;
  /// Returns the evaluations of a part that the last `Compute` evaluated, one for each leaf.
  /// Threads may read different positions at the same time.
  virtual void Read(const BatchPart& part, std::span<Evaluation> out) const = 0;
};

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
/// are replaced by their sums over all ranks (`SumOverRanks`).
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
  /// Replaces the sums over this rank's chunks, of the gradient, the running statistics and the
  /// numbers of TrainStats, by their sums over all ranks, which `Update` then uses; and the
  /// caller's `words` likewise. Returns the seconds of the sum itself: the transport, and waiting
  /// for slower ranks. GPUs sum by NCCL (nn/cuda/nccl_ranks.h) where it connects them, else through
  /// `ranks`.
  virtual double SumOverRanks(std::span<float> words, Reducer* ranks) = 0;
  /// Why the sums of GPUs pass through the host's memory; empty if they do not.
  virtual std::string SumsFault() const { return ""; }
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

/// Whether a device, other than `auto`, is a GPU; `cuda` stands for all of them.
inline bool IsGpu(const std::string& device) { return device.starts_with("cuda"); }

/// The device and the precision in which a network is computed. Both are exact names, never `auto`.
struct ComputePlace {
  std::string device = "cpu";     // cpu, libtorch (the processor, by LibTorch), cuda:0, cuda:1, …
  std::string precision = "f32";  // f32, bf16, f16

  bool IsGpu() const { return raichi::IsGpu(device); }
};

/// What computes networks: our own code and LibTorch, or a fake in tests. All code outside the
/// folders that implement it (nn/cpu to nn/torch) uses them through this interface, which mentions
/// no types of LibTorch. Thread-safe.
class Backend {
 public:
  virtual ~Backend() = default;

  /// Returns the number of GPUs that the library can use.
  virtual int CountGpus() = 0;
  /// Returns the name of a GPU, such as `NVIDIA H200`. GPUs are numbered from 0.
  virtual std::string GpuName(int gpu) = 0;
  /// Returns the fastest precision that a device (an exact name) computes natively.
  virtual std::string NativePrecision(const std::string& device) = 0;

  /// Prepares a product of two large matrices. Each call of the result computes it once on the
  /// calling thread, waits, and returns its floating-point operations: to measure what a device can
  /// do at best.
  virtual std::function<double()> MakeMatrixProduct(const ComputePlace& place) = 0;

  /// Prepares a model's network for batches of up to `batch` positions.
  virtual std::unique_ptr<Inference> MakeInference(const Model& model, const ComputePlace& place,
                                                   int batch) = 0;
  /// Prepares a model's network for batches of up to `batch` positions that several threads share,
  /// on a GPU.
  virtual std::unique_ptr<SharedBatch> MakeSharedBatch(const Model& model,
                                                       const ComputePlace& place, int batch) = 0;
  /// Prepares a network for training, with the weights, averages and moments of `state`. It
  /// computes one of `ranks` equal parts of the chunks of each step.
  virtual std::unique_ptr<TrainedNetwork> MakeTrainedNetwork(const TrainConfig& config,
                                                             const TrainerState& state,
                                                             const ComputePlace& place,
                                                             int ranks) = 0;
};

}  // namespace raichi
