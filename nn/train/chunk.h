#pragma once

#include <optional>

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
/// samples. Different chunks may be differentiated on different threads at the same time.
class Chunk {
 public:
  /// `trained` are the flat weights of the network, shared with the other chunks.
  Chunk(const NetworkConfig& network, const LossWeights& loss, const at::Tensor& trained,
        const at::Tensor& statistics);

  /// Computes the loss of the samples, its gradient, and the statistics that follow `before`.
  void Differentiate(const SampleTensors& samples, const at::Tensor& before);

  // The results of the last call, as flat vectors in the order of WeightSpecs. The caller may add
  // to them.
  const at::Tensor& gradient() const { return gradient_; }
  const at::Tensor& statistics() const { return statistics_; }
  const Loss& loss() const { return *loss_; }

 private:
  WeightMap TrainableViews(const NetworkConfig& network, const at::Tensor& trained) const;

  LossWeights loss_weights_;
  at::Tensor gradient_, statistics_;
  Network network_;  // of views of the weights whose gradients are views of gradient_
  std::optional<Loss> loss_;
};

}  // namespace raichi
