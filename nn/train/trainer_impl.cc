#include "nn/train/trainer_impl.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <cmath>
#include <thread>

#include "nn/input/encoder.h"
#include "nn/model/model_weights.h"
#include "nn/network/tensors.h"
#include "rules/error.h"

namespace raichi {
namespace {

at::Tensor Flat(const std::vector<float>& values, size_t begin, size_t end, at::Device device) {
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = values.begin() + static_cast<std::ptrdiff_t>(end);
  return FromFloats({first, last}, {static_cast<int64_t>(end - begin)}, device);
}

std::vector<float> Joined(const at::Tensor& trained, const at::Tensor& statistics) {
  return ToFloats(at::cat({trained, statistics}));
}

/// 1 for each weight of a matrix, 0 for the others.
at::Tensor DecayMask(const NetworkConfig& network, at::Device device) {
  std::vector<float> mask;
  for (const WeightSpec& spec : WeightSpecs(network)) {
    if (spec.kind == WeightKind::kStatistic) continue;
    mask.insert(mask.end(), spec.Count(), spec.kind == WeightKind::kMatrix ? 1.0f : 0.0f);
  }
  return FromFloats(mask, {static_cast<int64_t>(mask.size())}, device);
}

/// As for inference, but never fp16: small gradients vanish in it.
at::ScalarType TrainingPrecision(const std::string& text, at::Device device) {
  const at::ScalarType precision = ParsePrecision(text, device);
  return text == "auto" && precision == at::kHalf ? at::kFloat : precision;
}

const TrainConfig& Checked(const TrainConfig& config) {
  CheckConfig(config);
  return config;
}

}  // namespace

Trainer::Impl::Impl(const TrainConfig& config, const TrainerState& state)
    : window(state.window),
      config_(Checked(config)),
      network_config_(state.network),
      seed_(state.seed),
      step_(state.step),
      device_(ParseDevice(config.device)),
      precision_(TrainingPrecision(config.precision, device_)),
      optimizer_(config, DecayMask(state.network, device_)),
      network_(network_config_, [&] {
        const auto trained = static_cast<size_t>(CountWeights(state.network));
        const size_t all = state.weights.size();
        trained_ = Flat(state.weights, 0, trained, device_);
        statistics_ = Flat(state.weights, trained, all, device_);
        average_trained_ = Flat(state.averages, 0, trained, device_);
        average_statistics_ = Flat(state.averages, trained, all, device_);
        gradient_ = at::zeros_like(trained_);
        return TrainableViews();
      }()) {
  if (state.first.empty()) return;
  optimizer_.first = Flat(state.first, 0, state.first.size(), device_);
  optimizer_.second = Flat(state.second, 0, state.second.size(), device_);
}

WeightMap Trainer::Impl::TrainableViews() {
  WeightMap weights = SplitWeights(network_config_, trained_, statistics_);
  WeightMap gradients = SplitWeights(network_config_, gradient_, statistics_);
  for (const WeightSpec& spec : WeightSpecs(network_config_)) {
    if (spec.kind == WeightKind::kStatistic) continue;
    at::Tensor& weight = weights.at(spec.name);
    weight = weight.detach().requires_grad_(true);
    weight.mutable_grad() = gradients.at(spec.name);
  }
  return weights;
}

Trainer::Impl::Tensors Trainer::Impl::ToTensors(const SampleBatch& batch) const {
  return {ToInput(batch.inputs, device_, precision_), ToTargets(batch, device_)};
}

void Trainer::Impl::UseThreads() const {
  const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  at::set_num_threads(config_.threads > 0 ? config_.threads : cores);
}

Loss Trainer::Impl::Differentiate(const Tensors& batch) {
  Loss loss(config_.loss, network_.Forward(batch.input, true, true), batch.input, batch.targets);
  gradient_.zero_();
  loss.total().backward();
  return loss;
}

at::Tensor Trainer::Impl::Update(double learning_rate) {
  at::Tensor norm = ClipGradient();
  optimizer_.Step(gradient_, step_, learning_rate, &trained_);
  UpdateAverages();
  return norm;
}

TrainStats Trainer::Impl::Step(const SampleBatch& batch) {
  UseThreads();
  const Loss loss = Differentiate(ToTensors(batch));
  const at::NoGradGuard no_grad;
  TrainStats stats;
  stats.learning_rate = LearningRate(config_, step_, spent);
  loss.Report(Update(stats.learning_rate), &stats);
  if (!std::isfinite(stats.loss) || !std::isfinite(stats.gradient_norm)) {
    throw Error("training: the loss is " + std::to_string(stats.loss) +
                " and its gradient's norm " + std::to_string(stats.gradient_norm) + " at step " +
                std::to_string(step_) +
                ", expected finite numbers (a lower train.learning_rate may help)");
  }
  stats.step = ++step_;
  return stats;
}

void Trainer::Impl::StepBare(const Tensors& batch) {
  UseThreads();
  Differentiate(batch);
  const at::NoGradGuard no_grad;
  Update(LearningRate(config_, step_, spent));
  ++step_;
}

void Trainer::Impl::Wait() const { trained_.select(0, 0).item<float>(); }

/// Without waiting for the norm, which is returned.
at::Tensor Trainer::Impl::ClipGradient() {
  at::Tensor norm = gradient_.norm();
  if (config_.clip_norm > 0) gradient_.mul_((config_.clip_norm / norm).clamp_max(1));
  return norm;
}

void Trainer::Impl::UpdateAverages() {
  const double news = 1 - EmaDecay(config_, step_);
  average_trained_.lerp_(trained_, news);
  average_statistics_.lerp_(statistics_, news);
}

TrainerState Trainer::Impl::State() const {
  TrainerState state;
  state.network = network_config_;
  state.optimizer = config_.optimizer;
  state.step = step_;
  state.seed = seed_;
  state.window = window;
  state.weights = Joined(trained_, statistics_);
  state.averages = Joined(average_trained_, average_statistics_);
  state.first = ToFloats(optimizer_.first);
  state.second = ToFloats(optimizer_.second);
  return state;
}

Model Trainer::Impl::Average(ModelInfo info) const {
  Model model;
  model.info = std::move(info);
  model.info.network = network_config_;
  model.info.encoder_version = kEncoderVersion;
  model.info.steps = step_;
  model.weights = Joined(average_trained_, average_statistics_);
  return model;
}

}  // namespace raichi
