#include "nn/backend/trainer.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/process.h"
#include "nn/backend/devices.h"
#include "nn/backend/loader.h"
#include "nn/backend/precision_check.h"
#include "nn/data/sample_loader.h"
#include "nn/input/encoder.h"
#include "nn/model/layers.h"
#include "nn/model/model.h"
#include "nn/model/weights.h"

namespace raichi {

int CountRanks(const Reducer* ranks) { return ranks == nullptr ? 1 : ranks->size(); }
int NumberOf(const Reducer* ranks) { return ranks == nullptr ? 0 : ranks->rank(); }

void CheckShares(const TrainConfig& config, int ranks) {
  const std::string count = std::to_string(ranks);
  std::string advice = "train.chunks=" + count + " fits";
  if (config.batch % ranks != 0) advice += " a train.batch that is one too";
  Require(config.chunks % ranks == 0, "train.chunks",
          "a multiple of the number of ranks, " + count + ", found " +
              std::to_string(config.chunks) + "; " + advice +
              ", or start a number of ranks that divides it");
}

TrainConfig OnThisRank(TrainConfig config, const Reducer* ranks) {
  if (ranks != nullptr) config.device = DeviceOfWorker(config.device, ranks->local_rank());
  if (config.threads == 0) {
    const double share = std::ceil(SharedCores()) / (ranks == nullptr ? 1 : ranks->local_size());
    config.threads = std::max(1, std::min(CountCores(), static_cast<int>(share)));
  }
  return config;
}

namespace {

const TrainConfig& Checked(const TrainConfig& config, const Reducer* ranks) {
  CheckConfig(config);
  CheckShares(config, CountRanks(ranks));
  return config;
}

/// Returns the device and precision for training. They are chosen as for inference, except that
/// `auto` never stands for f16, in which small gradients vanish.
ComputePlace TrainingPlace(const TrainConfig& config) {
  ComputePlace place = ExactPlace(config.device, config.precision);
  if (config.precision == "auto" && place.precision == "f16") place.precision = "f32";
  return place;
}

/// Throws Error if there is too little memory to train on the processor. `config` is that of this
/// rank.
void CheckMemory(const NetworkConfig& network, const TrainConfig& config, int ranks) {
  constexpr double kVectors = 12;  // of the size of all weights: averages, moments, their file, …
  constexpr double kCopies = 8;    // of what a layer makes of a sample, until its gradient is known
  double results = 0;              // of all layers, for one sample
  for (const Layer& layer : Layers(network)) {
    const int places = layer.kind == LayerKind::kLinear ? 1 : network.canvas * network.canvas;
    results += static_cast<double>(layer.out) * places;
  }
  const double chunks = config.chunks / ranks;
  const double samples = config.batch / ranks * std::min(1.0, config.threads / chunks);
  const double bytes =
      sizeof(float) * (results * kCopies * samples +
                       (kVectors + chunks) * static_cast<double>(CountWeights(network)));
  // OpenBLAS reserves 128 MiB for each thread when it first multiplies, and tries for ever if there
  // is less; the allocator reserves 64 MiB of address space for a thread.
  RequireMemory(
      {.address_space = bytes + (config.threads * 230 + config.loader_threads * 80) * kMib,
       .data = bytes + (config.threads * 170 + config.loader_threads * 20) * kMib,
       .resident = bytes},
      "training");
}

ComputePlace CheckedPlace(const TrainerState& state, const TrainConfig& config, int ranks) {
  ComputePlace place = TrainingPlace(config);
  if (!place.IsGpu()) CheckMemory(state.network, config, ranks);
  return place;
}

void CheckOptimizer(const std::string& name, const TrainerState& state, const TrainConfig& config) {
  if (state.optimizer == config.optimizer) return;
  throw Error(name + ": was trained by " + state.optimizer +
              ", the configuration says train.optimizer: " + config.optimizer);
}

/// A loss far above that of an untrained network is refused too: moments and weights that led to it
/// may lead to NaN at any rate later.
void CheckLoss(const TrainStats& stats, int64_t step) {
  constexpr double kMost = 1e5;
  if (stats.loss < kMost && std::isfinite(stats.gradient_norm)) return;  // NaN is not below
  throw DivergedError(
      fmt::format("training diverged at step {}: the loss is {:.3g} and its gradient's norm {:.3g}",
                  step, stats.loss, stats.gradient_norm));
}

/// Requires that all numbers of what is to be saved are finite. `bad` names some that are not.
void CheckNumbers(const std::string& bad, int64_t step) {
  if (bad.empty()) return;
  throw DivergedError("training diverged before step " + std::to_string(step) + ": the " + bad +
                      " contain NaN or infinity");
}

/// Returns the state from which this configuration goes on (Trainer::From).
TrainerState WithRateOf(const TrainConfig& config, TrainerState state) {
  if (config.learning_rate < state.learning_rate) {
    state.first = state.second = {};
    state.moments_begin = state.step;
  }
  state.learning_rate = config.learning_rate;
  return state;
}

/// A number as a sum of floats, which are exact to its last bit together.
using Parts = std::array<float, 3>;
Parts ToParts(double number) {
  Parts parts;
  for (float& part : parts) {
    part = static_cast<float>(number);
    number -= part;
  }
  return parts;
}

/// What the ranks add to the sums of a step.
struct StepWords {
  static constexpr size_t kCount = 4;
  double spent = 0;  // set by rank 0 alone
  bool is_ending = false;

  void Write(std::span<float> words) const {
    std::ranges::copy(ToParts(spent), words.begin());
    words.back() = is_ending ? 1 : 0;
  }
  /// Reads the sums over all ranks.
  static StepWords Read(std::span<const float> words) {
    double spent = 0;
    for (const float part : words.first(kCount - 1)) spent += part;
    return {spent, words.back() > 0};
  }
};

}  // namespace

std::string FaultOf(const TrainerState& state) {
  const std::string bad = NotFinite(state);
  if (!bad.empty()) return "its " + bad + " contain NaN or infinity";
  Model model;
  model.info.network = state.network;
  for (const std::vector<float>* weights : {&state.weights, &state.averages}) {
    model.weights = *weights;
    if (!GivesNumbers(model)) return "its network gives results that are not numbers";
  }
  return "";
}

Trainer::Trainer(TrainerState state, const TrainConfig& config, Reducer* ranks)
    : config_(Checked(config, ranks)),
      ranks_(ranks),
      place_(CheckedPlace(state, OnThisRank(config, ranks), CountRanks(ranks))),
      state_(WithRateOf(config, std::move(state))),
      network_(TheBackend().MakeTrainedNetwork(OnThisRank(config, ranks), state_, place_,
                                               CountRanks(ranks))) {
  state_.optimizer = config_.optimizer;
  for (auto* values : {&state_.weights, &state_.averages, &state_.first, &state_.second}) {
    *values = {};
  }
}

Trainer Trainer::Create(const NetworkConfig& network, const TrainConfig& config, uint64_t seed,
                        Reducer* ranks) {
  TrainerState state;
  state.network = network;
  state.seed = seed;
  state.weights = InitialWeights(network, seed);
  state.averages = state.weights;
  return {std::move(state), config, ranks};
}

Trainer Trainer::Load(const std::filesystem::path& file, const TrainConfig& config) {
  TrainerState state = ReadTrainerState(file);
  CheckOptimizer(file.string(), state, config);
  return {std::move(state), config, nullptr};
}

Trainer Trainer::From(TrainerState state, const TrainConfig& config, Reducer* ranks) {
  CheckOptimizer("trainer state", state, config);
  return {std::move(state), config, ranks};
}

TrainedNetwork::StepPlan Trainer::NextStep() const {
  const int64_t moment_step = step() - state_.moments_begin;
  return {step(), moment_step, LearningRate(config_, moment_step, spent_)};
}

void Trainer::Train(const ReplayWindow& window, int64_t steps, const Progress& progress) {
  const int canvas = network().canvas;
  if (window.positions() == 0) throw Error("training: the window holds no positions yet");
  if (window.largest_board() > canvas) {
    throw Error("training: the window holds boards of " + std::to_string(window.largest_board()) +
                " squares a side, the network's canvas has " + std::to_string(canvas));
  }
  state_.window = window.state();
  SampleLoaderConfig loading;
  loading.samples = config().samples;
  loading.canvas = canvas;
  loading.batch = config().batch;
  loading.part = NumberOf(ranks_);
  loading.parts = CountRanks(ranks_);
  loading.seed = state_.seed;
  loading.first_step = step();
  loading.end_step = step() + steps;
  loading.threads = config().loader_threads;
  loading.ahead = 2 + config().loader_threads;
  SampleLoader loader(window, loading);
  wants_end_ = is_ending_ = false;
  for (int64_t i = 0; i < steps && !is_ending_; ++i) {
    wants_end_ = !progress(Step(loader.Next()));
    if (ranks_ == nullptr) is_ending_ = wants_end_;
  }
}

/// Replaces the sums over this rank's chunks by those over all chunks, and tells the ranks of each
/// other what they must know alike before the update.
void Trainer::ShareSums() {
  std::array<float, StepWords::kCount> words;
  StepWords{NumberOf(ranks_) == 0 ? spent_ : 0, wants_end_}.Write(words);
  seconds_in_sums_ += network_->SumOverRanks(words, ranks_);
  const StepWords all = StepWords::Read(words);
  spent_ = all.spent;
  is_ending_ = all.is_ending;
}

TrainStats Trainer::Step(const SampleBatch& batch) {
  network_->Differentiate(batch);
  if (ranks_ != nullptr) ShareSums();
  const TrainedNetwork::StepPlan plan = NextStep();
  TrainStats stats = network_->Update(plan);
  CheckLoss(stats, step());
  stats.learning_rate = plan.learning_rate;
  stats.step = ++state_.step;
  return stats;
}

TrainerState Trainer::State() const {
  TrainerState state = state_;
  network_->Save(&state);
  CheckNumbers(NotFinite(state), step());
  return state;
}

void Trainer::SaveState(const std::filesystem::path& file) const {
  WriteTrainerState(file, State());
}

Model Trainer::Average(ModelInfo info) const {
  Model model;
  model.info = std::move(info);
  model.info.network = network();
  model.info.encoder_version = kEncoderVersion;
  model.info.steps = step();
  model.weights = network_->Averages();
  const bool are_finite =
      std::ranges::all_of(model.weights, [](float x) { return std::isfinite(x); });
  CheckNumbers(are_finite ? "" : "averages", step());
  return model;
}

void Trainer::ExportModel(const std::filesystem::path& folder, ModelInfo info) const {
  WriteModelFolder(folder, Average(std::move(info)));
}

void Trainer::ExportModelFile(const std::filesystem::path& file, ModelInfo info) const {
  AtomicWrite(file, ModelBytes(Average(std::move(info))));
}

void Trainer::RunBare(int steps) {
  for (int i = 0; i < steps; ++i) {
    network_->StepBare(NextStep());
    ++state_.step;
  }
  network_->Wait();
}

}  // namespace raichi
