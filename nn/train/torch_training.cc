#include "nn/train/torch_training.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <thread>

#include "nn/network/tensors.h"

namespace raichi {
namespace {

at::Tensor Flat(const std::vector<float>& values, size_t begin, size_t end, at::Device device) {
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = values.begin() + static_cast<std::ptrdiff_t>(end);
  return FromFloats({first, last}, {static_cast<int64_t>(end - begin)}, device);
}

}  // namespace

TorchTraining::FlatWeights::FlatWeights(const std::vector<float>& values,
                                        const NetworkConfig& network, at::Device device) {
  const auto count = static_cast<size_t>(CountWeights(network));
  trained = Flat(values, 0, count, device);
  statistics = Flat(values, count, values.size(), device);
}

std::vector<float> TorchTraining::FlatWeights::ToVector() const {
  return ToFloats(at::cat({trained, statistics}));
}

TorchTraining::TorchTraining(const TrainConfig& config, const TrainerState& state,
                             at::Device device, at::ScalarType precision)
    : config_(config),
      network_config_(state.network),
      device_(device),
      precision_(precision),
      weights_(state.weights, state.network, device_),
      averages_(state.averages, state.network, device_),
      gradient_(at::zeros_like(weights_.trained)),
      optimizer_(config, WeightSpecs(state.network), device_),
      network_(network_config_, TrainableViews()) {
  if (state.first.empty()) return;
  optimizer_.first = Flat(state.first, 0, state.first.size(), device_);
  optimizer_.second = Flat(state.second, 0, state.second.size(), device_);
}

WeightMap TorchTraining::TrainableViews() const {
  WeightMap weights = SplitWeights(network_config_, weights_.trained, weights_.statistics);
  const WeightMap gradients = SplitWeights(network_config_, gradient_, weights_.statistics);
  for (const WeightSpec& spec : WeightSpecs(network_config_)) {
    if (spec.kind == WeightKind::kStatistic) continue;
    at::Tensor& weight = weights.at(spec.name);
    weight = weight.detach().requires_grad_(true);
    weight.mutable_grad() = gradients.at(spec.name);
  }
  return weights;
}

TorchTraining::Tensors TorchTraining::ToTensors(const SampleBatch& batch) const {
  return {ToInput(batch.inputs, device_, precision_), ToTargets(batch, device_)};
}

void TorchTraining::UseThreads() const {
  const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  at::set_num_threads(config_.threads > 0 ? config_.threads : cores);
}

Loss TorchTraining::Differentiate(const Tensors& batch) {
  Loss loss(config_.loss, network_.Forward(batch.input, true, true), batch.input, batch.targets);
  gradient_.zero_();
  if (loss.total().requires_grad()) loss.total().backward();  // not if all weights are 0
  return loss;
}

at::Tensor TorchTraining::Update(const StepPlan& plan) {
  at::Tensor norm = ClipGradient();
  optimizer_.Step(gradient_, plan.moment_step, plan.learning_rate, &weights_.trained);
  UpdateAverages(plan.step);
  return norm;
}

TrainStats TorchTraining::Step(const SampleBatch& batch, const StepPlan& plan) {
  UseThreads();
  const Loss loss = Differentiate(ToTensors(batch));
  const at::NoGradGuard no_grad;
  TrainStats stats;
  loss.FillStats(Update(plan), &stats);
  return stats;
}

void TorchTraining::LoadBare(const SampleBatch& batch) { bare_ = ToTensors(batch); }

void TorchTraining::StepBare(const StepPlan& plan) {
  UseThreads();
  Differentiate(bare_);
  const at::NoGradGuard no_grad;
  Update(plan);
}

void TorchTraining::Wait() { weights_.trained.select(0, 0).item<float>(); }

at::Tensor TorchTraining::ClipGradient() {
  at::Tensor norm = gradient_.norm();
  if (config_.clip_norm > 0) gradient_.mul_((config_.clip_norm / norm).clamp_max(1));
  return norm;
}

void TorchTraining::UpdateAverages(int64_t step) {
  const double news = 1 - EmaDecay(config_, step);
  averages_.trained.lerp_(weights_.trained, news);
  averages_.statistics.lerp_(weights_.statistics, news);
}

void TorchTraining::Save(TrainerState* state) const {
  state->weights = weights_.ToVector();
  state->averages = Averages();
  state->first = ToFloats(optimizer_.first);
  state->second = ToFloats(optimizer_.second);
}

std::vector<float> TorchTraining::Averages() const { return averages_.ToVector(); }

}  // namespace raichi
