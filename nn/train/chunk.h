#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>

#include "nn/cuda/cuda_graph.h"
#include "nn/network/network.h"
#include "nn/train/loss.h"

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

}  // namespace raichi
