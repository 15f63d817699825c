#include "nn/train/torch_trained_network.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "nn/model/weights.h"
#include "nn/network/operators.h"

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

namespace {

at::Tensor Flat(const std::vector<float>& values, size_t begin, size_t end, at::Device device) {
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = values.begin() + static_cast<std::ptrdiff_t>(end);
  return FromFloats({first, last}, {static_cast<int64_t>(end - begin)}, device);
}

/// Returns the number of threads that divide the chunks among themselves.
size_t TeamSize(const TrainConfig& config, at::Device device, int ranks) {
  if (!device.is_cpu()) return 1;
  return static_cast<size_t>(std::min(config.threads, config.chunks / ranks));
}

/// Sets the number of LibTorch's threads for work of the calling thread.
void UseTorchThreads(int threads) {
  if (at::get_num_threads() != threads) at::set_num_threads(threads);
}

/// Returns the mean over `chunks` chunks, whose sizes are equal, from the sums over them.
TrainStats MeanOf(const TrainStats& sums, int chunks) {
  TrainStats mean;
  for (double TrainStats::*number : kTrainNumbers) mean.*number = sums.*number / chunks;
  return mean;
}

}  // namespace

TorchTrainedNetwork::FlatWeights::FlatWeights(const std::vector<float>& values,
                                              const NetworkConfig& network, at::Device device) {
  const auto count = static_cast<size_t>(CountWeights(network));
  trained = Flat(values, 0, count, device);
  statistics = Flat(values, count, values.size(), device);
}

std::vector<float> TorchTrainedNetwork::FlatWeights::ToVector() const {
  return ToFloats(at::cat({trained, statistics}));
}

TorchTrainedNetwork::TorchTrainedNetwork(std::unique_ptr<CudaStream> stream,
                                         const TrainConfig& config, const TrainerState& state,
                                         at::Device device, at::ScalarType precision, int ranks,
                                         NcclSettings nccl)
    : stream_(std::move(stream)),
      config_(config),
      device_(device),
      precision_(precision),
      weights_(state.weights, state.network, device_),
      averages_(state.averages, state.network, device_),
      gradient_(at::zeros_like(weights_.trained)),
      optimizer_(config, WeightSpecs(state.network), device_),
      nccl_(std::move(nccl)),
      torch_threads_(std::max(1, config.threads * ranks / config.chunks)),
      team_(TeamSize(config, device, ranks)) {
  RAICHI_CHECK(config.threads > 0);
  for (int i = 0; i < config.chunks / ranks; ++i) {
    chunks_.emplace_back(state.network, config.loss, weights_.trained, weights_.statistics);
  }
  if (state.first.empty()) return;
  optimizer_.first = Flat(state.first, 0, state.first.size(), device_);
  optimizer_.second = Flat(state.second, 0, state.second.size(), device_);
}

TorchTrainedNetwork::Tensors TorchTrainedNetwork::ToTensors(const SampleBatch& batch) const {
  const auto count = static_cast<int>(chunks_.size());
  RAICHI_CHECK(batch.size() % count == 0);
  const int size = batch.size() / count;
  Tensors tensors;
  for (int i = 0; i < count; ++i) {
    SampleBatch part = PartOf(batch, i * size, (i + 1) * size);
    if (device_.is_cpu()) part = OrderedBySize(part);  // boards of one size are computed together
    tensors.push_back({ToInput(part.inputs, device_, precision_), ToTargets(part, device_)});
  }
  return tensors;
}

void TorchTrainedNetwork::Differentiate(const Tensors& batch) {
  team_.Run(chunks_.size(), [&](size_t i, size_t) {
    UseTorchThreads(torch_threads_);
    chunks_[i].Differentiate(batch[i], weights_.statistics);
  });
  shared_.reset();
  const at::NoGradGuard no_grad;
  // Sums of sums of neighbours, so that two ranks get the same bits as one.
  for (size_t step = 1; step < chunks_.size(); step *= 2) {
    for (size_t i = 0; i + step < chunks_.size(); i += 2 * step) {
      chunks_[i].gradient().add_(chunks_[i + step].gradient());
      chunks_[i].statistics().add_(chunks_[i + step].statistics());
    }
  }
  gradient_.copy_(chunks_[0].gradient());
  weights_.statistics.copy_(chunks_[0].statistics());
}

void TorchTrainedNetwork::Differentiate(const SampleBatch& batch) {
  const CudaStream::Guard guard(stream_.get());
  UseTorchThreads(torch_threads_);
  Differentiate(ToTensors(batch));
}

void TorchTrainedNetwork::PrepareSums(int64_t rest, Reducer* ranks) {
  const GpuConnection& connection = ranks->Gpus([&] { return ConnectByNccl(ranks, nccl_); });
  gpus_ = connection.gpus.get();
  sums_fault_ = connection.fault;
  const auto options = at::TensorOptions(at::kFloat);
  sums_ = at::empty(
      {gradient_.numel() + weights_.statistics.numel() + rest},
      gpus_ != nullptr ? options.device(device_) : options.pinned_memory(device_.is_cuda()));
}

void TorchTrainedNetwork::SumVectors(Reducer* ranks) {
  float* const values = sums_.data_ptr<float>();
  const auto count = static_cast<size_t>(sums_.numel());
  if (gpus_ != nullptr) return gpus_->Sum(values, count, stream_->Raw());
  ranks->Sum({values, count});
}

double TorchTrainedNetwork::SumOverRanks(std::span<float> words, Reducer* ranks) {
  const CudaStream::Guard guard(stream_.get());
  const at::NoGradGuard no_grad;
  std::vector<float> tail;
  const TrainStats stats = SumOfStats(at::zeros({}, gradient_.options()));
  for (double TrainStats::*number : kTrainNumbers) {
    tail.push_back(static_cast<float>(stats.*number));
  }
  tail.insert(tail.end(), words.begin(), words.end());
  const int64_t vectors = gradient_.numel() + weights_.statistics.numel();
  const auto rest = static_cast<int64_t>(tail.size());
  if (!sums_.defined()) PrepareSums(rest, ranks);
  const at::Tensor gradient = sums_.narrow(0, 0, gradient_.numel());
  const at::Tensor statistics = sums_.narrow(0, gradient_.numel(), weights_.statistics.numel());
  gradient.copy_(gradient_);
  statistics.copy_(weights_.statistics);
  const at::Tensor on_host = at::from_blob(tail.data(), {rest});
  sums_.narrow(0, vectors, rest).copy_(on_host);

  const auto start = std::chrono::steady_clock::now();
  SumVectors(ranks);
  on_host.copy_(sums_.narrow(0, vectors, rest));  // waits for the device
  const double seconds = SecondsSince(start);
  gradient_.copy_(gradient);
  weights_.statistics.copy_(statistics);
  shared_.emplace();
  auto number = tail.begin();
  for (double TrainStats::*place : kTrainNumbers) *shared_.*place = *number++;
  std::copy(number, tail.end(), words.begin());
  return seconds;
}

at::Tensor TorchTrainedNetwork::Apply(const StepPlan& plan) {
  if (config_.chunks > 1) {
    gradient_.div_(static_cast<double>(config_.chunks));
    weights_.statistics.div_(static_cast<double>(config_.chunks));
  }
  at::Tensor norm = ClipGradient();
  optimizer_.Step(gradient_, plan.moment_step, plan.learning_rate, &weights_.trained);
  UpdateAverages(plan.step);
  return norm;
}

TrainStats TorchTrainedNetwork::Update(const StepPlan& plan) {
  const CudaStream::Guard guard(stream_.get());
  const at::NoGradGuard no_grad;
  const at::Tensor norm = Apply(plan);
  TrainStats stats = MeanOf(shared_ ? *shared_ : SumOfStats(norm), config_.chunks);
  if (shared_) stats.gradient_norm = norm.item<float>();
  return stats;
}

TrainStats TorchTrainedNetwork::SumOfStats(const at::Tensor& gradient_norm) const {
  TrainStats sums;
  for (const Chunk& chunk : chunks_) {
    TrainStats stats;
    chunk.loss().FillStats(gradient_norm, &stats);
    for (double TrainStats::*number : kTrainNumbers) sums.*number += stats.*number;
  }
  return sums;
}

void TorchTrainedNetwork::LoadBare(const SampleBatch& batch) {
  const CudaStream::Guard guard(stream_.get());
  bare_ = ToTensors(batch);
}

void TorchTrainedNetwork::StepBare(const StepPlan& plan) {
  const CudaStream::Guard guard(stream_.get());
  UseTorchThreads(torch_threads_);
  Differentiate(bare_);
  const at::NoGradGuard no_grad;
  Apply(plan);
}

void TorchTrainedNetwork::Wait() { stream_->Wait(); }

at::Tensor TorchTrainedNetwork::ClipGradient() {
  at::Tensor norm = gradient_.norm();
  if (config_.clip_norm > 0) gradient_.mul_((config_.clip_norm / norm).clamp_max(1));
  return norm;
}

void TorchTrainedNetwork::UpdateAverages(int64_t step) {
  const double news = 1 - EmaDecay(config_, step);
  averages_.trained.lerp_(weights_.trained, news);
  averages_.statistics.lerp_(weights_.statistics, news);
}

void TorchTrainedNetwork::Save(TrainerState* state) const {
  const CudaStream::Guard guard(stream_.get());
  state->weights = weights_.ToVector();
  state->averages = Averages();
  state->first = ToFloats(optimizer_.first);
  state->second = ToFloats(optimizer_.second);
}

std::vector<float> TorchTrainedNetwork::Averages() const {
  const CudaStream::Guard guard(stream_.get());
  return averages_.ToVector();
}

}  // namespace raichi
