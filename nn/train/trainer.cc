#include "nn/backend/trainer.h"

#include <cmath>
#include <utility>

#include "nn/data/sample_loader.h"
#include "nn/model/model_weights.h"
#include "nn/network/tensors.h"
#include "nn/train/loss.h"
#include "nn/train/trainer_impl.h"
#include "rules/error.h"
#include "selfplay/records/files.h"

namespace raichi {

Trainer::Trainer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Trainer::~Trainer() = default;
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;

Trainer Trainer::Create(const NetworkConfig& network, const TrainConfig& config, uint64_t seed) {
  TrainerState state;
  state.network = network;
  state.seed = seed;
  state.weights = InitialWeights(network, seed);
  state.averages = state.weights;
  return Trainer(std::make_unique<Impl>(config, state));
}

Trainer Trainer::Load(const std::filesystem::path& file, const TrainConfig& config) {
  const TrainerState state = ReadTrainerState(file);
  if (state.optimizer != config.optimizer) {
    throw Error(file.string() + ": was trained by " + state.optimizer +
                ", the configuration says train.optimizer: " + config.optimizer);
  }
  return Trainer(std::make_unique<Impl>(config, state));
}

const NetworkConfig& Trainer::network() const { return impl_->network_config(); }
int64_t Trainer::step() const { return impl_->step(); }
const TrainConfig& Trainer::config() const { return impl_->config(); }
std::string Trainer::device() const { return impl_->device().str(); }
std::string Trainer::precision() const { return PrecisionName(impl_->precision()); }
const WindowState& Trainer::window_state() const { return impl_->window; }

void Trainer::Train(const ReplayWindow& window, int64_t steps, const Progress& progress) {
  const int canvas = network().canvas;
  if (window.positions() == 0) throw Error("training: the window holds no positions yet");
  if (window.largest_board() > canvas) {
    throw Error("training: the window holds boards of " + std::to_string(window.largest_board()) +
                " squares a side, the network's canvas has " + std::to_string(canvas));
  }
  impl_->window = window.state();
  SampleLoaderConfig loading;
  loading.samples = config().samples;
  loading.canvas = canvas;
  loading.batch = config().batch;
  loading.seed = impl_->seed();
  loading.first_step = step();
  loading.end_step = step() + steps;
  loading.threads = config().loader_threads;
  loading.ahead = 2 + config().loader_threads;
  SampleLoader loader(window, loading);
  for (int64_t i = 0; i < steps; ++i) {
    if (!progress(Step(loader.Next()))) return;
  }
}

void Trainer::SetSpent(double share) { impl_->spent = share; }

TrainStats Trainer::Step(const SampleBatch& batch) { return impl_->Step(batch); }

void Trainer::SaveState(const std::filesystem::path& file) const {
  WriteTrainerState(file, impl_->State());
}

void Trainer::ExportModel(const std::filesystem::path& folder, ModelInfo info) const {
  WriteModelFolder(folder, impl_->Average(std::move(info)));
}

void Trainer::ExportModelFile(const std::filesystem::path& file, ModelInfo info) const {
  AtomicWrite(file, ModelBytes(impl_->Average(std::move(info))));
}

}  // namespace raichi
