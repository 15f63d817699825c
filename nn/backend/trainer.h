#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "nn/data/samples.h"
#include "nn/data/train_config.h"
#include "nn/data/window.h"
#include "nn/model/model.h"
#include "nn/model/network_config.h"

namespace raichi {

/// What a step of training measured: means over its batch.
struct TrainStats {
  int64_t step = 0;  // the number of steps done, this one included
  double loss = 0;   // weighted sum of the terms
  double policy = 0, value = 0, moves_left = 0, survival = 0, king_end = 0, reply = 0,
         short_value = 0;      // the terms, unweighted
  double policy_entropy = 0;   // of the targets: the least that `policy` can be
  double policy_accuracy = 0;  // share whose likeliest move is the most visited
  double value_accuracy = 0;   // share whose likeliest outcome is the target's
  double gradient_norm = 0;    // before clipping
  double learning_rate = 0;
};

/// Trains a network. Everything that a step depends on is (configuration, seed, step number,
/// window, state), so saving and loading anywhere changes nothing: in f32 on one machine not a bit.
class Trainer {
 public:
  /// Random weights.
  static Trainer Create(const NetworkConfig& network, const TrainConfig& config, uint64_t seed);
  /// Goes on from `SaveState`, under `config`; the network and seed are the saved ones. Throws
  /// Error naming the file when it is damaged or no trainer state.
  static Trainer Load(const std::filesystem::path& file, const TrainConfig& config);
  ~Trainer();
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;

  const NetworkConfig& network() const;
  int64_t step() const;
  const TrainConfig& config() const;
  std::string device() const;     // cpu, cuda:0
  std::string precision() const;  // f32, bf16
  /// The window that training had when the state was saved.
  const WindowState& window_state() const;

  /// The share of the run that is over, in [0, 1]: where the learning rate's schedule is. May be
  /// called between steps. Not saved.
  void SetSpent(double share);

  /// Called after each step; false ends `Train`.
  using Progress = std::function<bool(const TrainStats&)>;
  /// Trains on a window of at least one position, preparing batches on other threads. Throws Error
  /// when the loss or its gradient is not finite (the trainer must then be dropped, not saved), and
  /// when the window is empty or holds a board larger than the canvas.
  void Train(const ReplayWindow& window, int64_t steps, const Progress& progress);
  /// One step on a given batch. Throws as `Train` where the loss is not finite.
  TrainStats Step(const SampleBatch& batch);

  /// Writes the state, whole or not at all: weights, averages, optimizer, step, seed and the window
  /// of the last `Train`.
  void SaveState(const std::filesystem::path& file) const;
  /// Writes the averaged weights as the model folder `folder`, which must not exist: whole or not
  /// at all. `info`'s network, encoder_version and steps are filled in here.
  void ExportModel(const std::filesystem::path& folder, ModelInfo info) const;
  /// The same as a single file.
  void ExportModelFile(const std::filesystem::path& file, ModelInfo info) const;

 private:
  friend class BareTraining;
  class Impl;
  explicit Trainer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace raichi
