#include "nn/train/chunk.h"

#include "nn/model/weights.h"
#include "nn/network/tensors.h"

namespace raichi {

Chunk::Chunk(const NetworkConfig& network, const LossWeights& loss, const at::Tensor& trained,
             const at::Tensor& statistics)
    : loss_weights_(loss),
      gradient_(at::zeros_like(trained)),
      statistics_(statistics.clone()),
      network_(network, TrainableViews(network, trained)) {}

WeightMap Chunk::TrainableViews(const NetworkConfig& network, const at::Tensor& trained) const {
  WeightMap weights = SplitWeights(network, trained, statistics_);
  const WeightMap gradients = SplitWeights(network, gradient_, statistics_);
  for (const WeightSpec& spec : WeightSpecs(network)) {
    if (spec.kind == WeightKind::kStatistic) continue;
    at::Tensor& weight = weights.at(spec.name);
    weight = weight.detach().requires_grad_(true);
    weight.mutable_grad() = gradients.at(spec.name);
  }
  return weights;
}

void Chunk::Differentiate(const SampleTensors& samples, const at::Tensor& before) {
  statistics_.copy_(before);
  gradient_.zero_();
  loss_.emplace(loss_weights_, network_.Forward(samples.input, true, true), samples.input,
                samples.targets);
  if (loss_->total().requires_grad()) loss_->total().backward();  // not if all weights are 0
}

}  // namespace raichi
