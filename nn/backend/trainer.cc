#include "nn/backend/trainer.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "nn/backend/devices.h"
#include "nn/backend/loader.h"
#include "nn/data/sample_loader.h"
#include "nn/input/encoder.h"
#include "nn/model/model_weights.h"
#include "nn/model/weights.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

const TrainConfig& Checked(const TrainConfig& config) {
  CheckConfig(config);
  return config;
}

/// Returns the device and precision for training. They are chosen as for inference, except that
/// `auto` never stands for fp16, in which small gradients vanish.
ComputePlace TrainingPlace(const TrainConfig& config) {
  ComputePlace place = ExactPlace(config.device, config.precision);
  if (config.precision == "auto" && place.precision == "fp16") place.precision = "f32";
  return place;
}

void CheckOptimizer(const std::string& name, const TrainerState& state, const TrainConfig& config) {
  if (state.optimizer == config.optimizer) return;
  throw Error(name + ": was trained by " + state.optimizer +
              ", the configuration says train.optimizer: " + config.optimizer);
}

void CheckFinite(const TrainStats& stats, int64_t step) {
  if (std::isfinite(stats.loss) && std::isfinite(stats.gradient_norm)) return;
  throw Error("training: the loss is " + std::to_string(stats.loss) + " and its gradient's norm " +
              std::to_string(stats.gradient_norm) + " at step " + std::to_string(step) +
              ", expected finite numbers (a lower train.learning_rate may help)");
}

}  // namespace

Trainer::Trainer(TrainerState state, const TrainConfig& config)
    : config_(Checked(config)),
      place_(TrainingPlace(config)),
      state_(std::move(state)),
      network_(TheBackend().MakeTrainedNetwork(config_, state_, place_)) {
  state_.optimizer = config_.optimizer;
  for (auto* values : {&state_.weights, &state_.averages, &state_.first, &state_.second}) {
    *values = {};
  }
}

Trainer Trainer::Create(const NetworkConfig& network, const TrainConfig& config, uint64_t seed) {
  TrainerState state;
  state.network = network;
  state.seed = seed;
  state.weights = InitialWeights(network, seed);
  state.averages = state.weights;
  return {std::move(state), config};
}

Trainer Trainer::Load(const std::filesystem::path& file, const TrainConfig& config) {
  TrainerState state = ReadTrainerState(file);
  CheckOptimizer(file.string(), state, config);
  return {std::move(state), config};
}

Trainer Trainer::From(TrainerState state, const TrainConfig& config) {
  CheckOptimizer("trainer state", state, config);
  return {std::move(state), config};
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
  loading.seed = state_.seed;
  loading.first_step = step();
  loading.end_step = step() + steps;
  loading.threads = config().loader_threads;
  loading.ahead = 2 + config().loader_threads;
  SampleLoader loader(window, loading);
  for (int64_t i = 0; i < steps; ++i) {
    if (!progress(Step(loader.Next()))) return;
  }
}

TrainStats Trainer::Step(const SampleBatch& batch) {
  const TrainedNetwork::StepPlan plan = NextStep();
  TrainStats stats = network_->Step(batch, plan);
  CheckFinite(stats, step());
  stats.learning_rate = plan.learning_rate;
  stats.step = ++state_.step;
  return stats;
}

TrainerState Trainer::State() const {
  TrainerState state = state_;
  network_->Save(&state);
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
  return model;
}

void Trainer::ExportModel(const std::filesystem::path& folder, ModelInfo info) const {
  WriteModelFolder(folder, Average(std::move(info)));
}

void Trainer::ExportModelFile(const std::filesystem::path& file, ModelInfo info) const {
  AtomicWrite(file, ModelBytes(Average(std::move(info))));
}

}  // namespace raichi
