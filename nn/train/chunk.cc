#include "nn/train/chunk.h"

#include <utility>
#include <vector>

#include "nn/model/weights.h"
#include "nn/network/tensors.h"

namespace raichi {
namespace {

std::vector<at::Tensor*> TensorsOf(SampleTensors* samples) {
  NetworkInput& input = samples->input;
  Targets& targets = samples->targets;
  return {&input.planes,     &input.numbers,    &input.sides,         &targets.moves,
          &targets.shares,   &targets.outcome,  &targets.short_value, &targets.moves_left,
          &targets.survived, &targets.king_end, &targets.reply};
}

}  // namespace

Chunk::Chunk(const NetworkConfig& network, const LossWeights& loss, const at::Tensor& trained,
             const at::Tensor& statistics)
    : loss_weights_(loss),
      gradient_(at::zeros_like(trained)),
      statistics_(statistics.clone()),
      network_(network, TrainableViews(network, trained)) {
  if (trained.is_cuda()) graphs_ = std::make_unique<CudaGraphs>(trained.device());
}

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
  if (graphs_ == nullptr) {
    loss_ = Compute(samples, before);
    return;
  }
  Place& place = PlaceFor(samples);
  graphs_->Run(place.number, [&] { place.loss = Compute(place.samples, before); });
  loss_ = place.loss;
}

std::shared_ptr<const Loss> Chunk::Compute(const SampleTensors& samples, const at::Tensor& before) {
  statistics_.copy_(before);
  gradient_.zero_();
  auto loss = std::make_shared<const Loss>(
      loss_weights_, network_.Forward(samples.input, true, true), samples.input, samples.targets);
  // The total has no gradient if all weights are 0.
  if (loss->total().requires_grad()) loss->total().backward();
  return loss;
}

Chunk::Place& Chunk::PlaceFor(const SampleTensors& samples) {
  const Shape shape = {samples.targets.moves.size(1), samples.input.mask.defined()};
  SampleTensors given = samples;
  if (const auto it = places_.find(shape); it != places_.end()) {
    const auto from = TensorsOf(&given), to = TensorsOf(&it->second.samples);
    for (size_t i = 0; i < to.size(); ++i) to[i]->copy_(*from[i]);
    return it->second;
  }
  for (at::Tensor* tensor : TensorsOf(&given)) *tensor = tensor->clone();
  if (shape.masked) given.input.mask = BoardMask(given.input.planes);
  const auto number = static_cast<int>(places_.size());
  return places_.emplace(shape, Place{number, std::move(given), nullptr}).first->second;
}

}  // namespace raichi
