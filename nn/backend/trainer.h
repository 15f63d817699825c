#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "nn/backend/backend.h"
#include "nn/backend/trained_network.h"
#include "nn/data/samples.h"
#include "nn/data/train_config.h"
#include "nn/data/window.h"
#include "nn/model/model.h"
#include "nn/model/network_config.h"
#include "nn/model/trainer_state.h"

namespace raichi {

/// Trains a network, which a backend computes (nn/backend/backend.h). A step depends on nothing but
/// the configuration, the seed, the step's number, the window and the state, so saving and loading
/// between steps changes nothing: in f32 on one machine not a bit.
class Trainer {
 public:
  /// Random weights.
  static Trainer Create(const NetworkConfig& network, const TrainConfig& config, uint64_t seed);
  /// Continues from a state that `SaveState` wrote, under `config`; the network and the seed are
  /// the saved ones. Throws as ReadTrainerState, and Error naming the file if another optimizer
  /// than the configuration's made the state.
  static Trainer Load(const std::filesystem::path& file, const TrainConfig& config);
  /// Continues from a state in memory, such as one made of a model's weights. Throws Error if
  /// another optimizer than the configuration's made it.
  static Trainer From(TrainerState state, const TrainConfig& config);

  const NetworkConfig& network() const { return state_.network; }
  int64_t step() const { return state_.step; }
  const TrainConfig& config() const { return config_; }
  const std::string& device() const { return place_.device; }        // cpu, cuda:0
  const std::string& precision() const { return place_.precision; }  // f32, bf16
  /// The window that training had when the state was saved.
  const WindowState& window_state() const { return state_.window; }

  /// Sets the share of the run that is over, in [0, 1], from which the schedule takes the learning
  /// rate. May be called between steps. Not saved.
  void SetSpent(double share) { spent_ = share; }

  /// Called after each step; false ends `Train`.
  using Progress = std::function<bool(const TrainStats&)>;
  /// Trains on a window of at least one position, preparing batches on other threads. Throws Error
  /// when the loss or its gradient is not finite (the trainer must then be dropped, not saved), and
  /// when the window is empty or holds a board larger than the canvas.
  void Train(const ReplayWindow& window, int64_t steps, const Progress& progress);
  /// One step on a given batch. Throws as `Train` if the loss is not finite.
  TrainStats Step(const SampleBatch& batch);

  /// Writes the state, whole or not at all: weights, averages, optimizer, step, seed and the window
  /// of the last `Train`.
  void SaveState(const std::filesystem::path& file) const;
  /// The same in memory.
  TrainerState State() const;
  /// Writes the averaged weights as the model folder `folder` (WriteModelFolder). `info`'s network,
  /// encoder_version and steps are filled in here.
  void ExportModel(const std::filesystem::path& folder, ModelInfo info) const;
  /// The same as a single file.
  void ExportModelFile(const std::filesystem::path& file, ModelInfo info) const;

 private:
  friend class BareTraining;
  Trainer(TrainerState state, const TrainConfig& config);
  TrainedNetwork::StepPlan NextStep() const;
  Model Average(ModelInfo info) const;

  TrainConfig config_;
  ComputePlace place_;
  TrainerState state_;  // without the vectors, which `network_` has
  double spent_ = 0;    // share of the run, for the schedule
  std::unique_ptr<TrainedNetwork> network_;
};

}  // namespace raichi
