#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/threads.h"
#include "nn/backend/backend.h"
#include "nn/cuda/cuda_graph.h"
#include "nn/cuda/cuda_stream.h"
#include "nn/cuda/nccl_ranks.h"
#include "nn/data/samples.h"
#include "nn/model/trainer_state.h"
#include "nn/model/weights.h"
#include "nn/network/network.h"
#include "nn/ranks/reducer.h"
#include "nn/train/loss.h"
#include "nn/train/optimizer.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Samples on a device.
struct SampleTensors {
  NetworkInput input;
  Targets targets;
};

/// What one chunk of each batch needs for itself: a gradient, and the running statistics after its
/// samples. Different chunks may be differentiated on different threads at the same time. On a GPU
/// the kernels are recorded once for each shape of samples and replayed, because launching them one
/// by one takes longer than running them.
class Chunk {
 public:
  /// `trained` are the flat weights of the network, shared with the other chunks.
  Chunk(const NetworkConfig& network, const LossWeights& loss, const at::Tensor& trained,
        const at::Tensor& statistics);

  /// Computes the loss of the samples, its gradient, and the statistics that follow `before`, which
  /// must be the same tensor in every call.
  void Differentiate(const SampleTensors& samples, const at::Tensor& before);

  // The results of the last call, as flat vectors in the order of WeightSpecs. The caller may add
  // to them.
  const at::Tensor& gradient() const { return gradient_; }
  const at::Tensor& statistics() const { return statistics_; }
  const Loss& loss() const { return *loss_; }

 private:
  struct Shape {
    int64_t columns;  // for the moves of each sample
    bool masked;
    auto operator<=>(const Shape&) const = default;
  };
  /// Samples at fixed places in memory, and what was computed from them.
  struct Place {
    int number;  // of the CUDA graph
    SampleTensors samples;
    std::shared_ptr<const Loss> loss;
  };
  WeightMap TrainableViews(const NetworkConfig& network, const at::Tensor& trained) const;
  std::shared_ptr<const Loss> Compute(const SampleTensors& samples, const at::Tensor& before);
  /// Copies the samples to the place for their shape.
  Place& PlaceFor(const SampleTensors& samples);

  LossWeights loss_weights_;
  at::Tensor gradient_, statistics_;
  Network network_;  // of views of the weights whose gradients are views of gradient_
  std::unique_ptr<CudaGraphs> graphs_;  // null on the processor; destroyed after what it recorded
  std::map<Shape, Place> places_;       // on a GPU
  std::shared_ptr<const Loss> loss_;    // of the last call
};

/// A network that LibTorch trains. All trained weights are in one flat vector, all statistics in
/// another and all gradients in a third; the tensors of networks are views of them. Clipping, the
/// optimizer, the averages and files therefore handle whole vectors.
///
/// Each chunk of a batch is differentiated as if it were a batch of its own (docs/network.md,
/// "Chunks"). On the processor the chunks are divided among threads, which wait for each other once
/// a step. If there are more threads than chunks, LibTorch's threads share the work of each chunk.
/// On a GPU everything runs on one stream.
class TorchTrainedNetwork : public TrainedNetwork {
 public:
  /// Computes one of `ranks` equal parts of the chunks. The caller must hold a guard of the stream,
  /// so that all memory belongs to that stream. With several ranks, `nccl` says how their GPUs
  /// are connected.
  TorchTrainedNetwork(std::unique_ptr<CudaStream> stream, const TrainConfig& config,
                      const TrainerState& state, at::Device device, at::ScalarType precision,
                      int ranks, NcclSettings nccl);

  void Differentiate(const SampleBatch& batch) override;
  double SumOverRanks(std::span<float> words, Reducer* ranks) override;
  std::string SumsFault() const override { return sums_fault_; }
  TrainStats Update(const StepPlan& plan) override;
  void LoadBare(const SampleBatch& batch) override;
  void StepBare(const StepPlan& plan) override;
  void Wait() override;
  void Save(TrainerState* state) const override;
  std::vector<float> Averages() const override;

 private:
  /// A batch on the device, by chunk.
  using Tensors = std::vector<SampleTensors>;
  Tensors ToTensors(const SampleBatch& batch) const;
  /// All weights of an architecture, ordered as in WeightSpecs.
  struct FlatWeights {
    FlatWeights(const std::vector<float>& values, const NetworkConfig& network, at::Device device);
    std::vector<float> ToVector() const;
    at::Tensor trained, statistics;
  };
  /// Differentiates this rank's chunks and sets `gradient_` and the running statistics to their
  /// sums.
  void Differentiate(const Tensors& batch);
  /// Divides these sums by the number of all chunks, and updates the weights by the gradient and
  /// then the averages. Returns the gradient's norm.
  at::Tensor Apply(const StepPlan& plan);
  /// Makes `sums_` for the gradient, the statistics and `rest` numbers.
  void PrepareSums(int64_t rest, Reducer* ranks);
  /// Replaces `sums_` by its sums over all ranks.
  void SumVectors(Reducer* ranks);
  /// Returns the sums of the statistics of this rank's chunks. Waits for the device.
  TrainStats SumOfStats(const at::Tensor& gradient_norm) const;
  /// Limits the gradient's norm. Returns the norm before clipping, without waiting for the device.
  at::Tensor ClipGradient();
  void UpdateAverages(int64_t step);

  // Destroyed after the members below, whose memory it owns.
  std::unique_ptr<CudaStream> stream_;
  TrainConfig config_;
  at::Device device_;
  at::ScalarType precision_;
  FlatWeights weights_, averages_;
  at::Tensor gradient_;  // of weights_.trained
  Optimizer optimizer_;
  std::vector<Chunk> chunks_;
  NcclSettings nccl_;
  GpuRanks* gpus_ = nullptr;          // of all ranks; null: sums pass through the host's memory
  std::string sums_fault_;            // the reason
  at::Tensor sums_;                   // see SumOverRanks; where the ranks' sums are computed
  std::optional<TrainStats> shared_;  // sums of the statistics over all ranks
  Tensors bare_;                      // the batch of LoadBare
  int torch_threads_;                 // LibTorch's, for each chunk
  HelperTeam team_;                   // declared after what it uses
};

}  // namespace raichi
