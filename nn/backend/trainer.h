#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/error.h"
#include "nn/backend/backend.h"
#include "nn/data/samples.h"
#include "nn/data/train_config.h"
#include "nn/data/window.h"
#include "nn/model/model.h"
#include "nn/model/network_config.h"
#include "nn/model/trainer_state.h"
#include "nn/ranks/reducer.h"

namespace raichi {

/// What one rank takes of the work of each step, and of its machine. `ranks` is null for a process
/// that trains alone, which takes everything.

/// Return the number of ranks, and this one's number.
int CountRanks(const Reducer* ranks);
int NumberOf(const Reducer* ranks);

/// Throws UsageError saying which values fit if the chunks of a step cannot be divided equally.
void CheckShares(const TrainConfig& config, int ranks);

/// Returns the configuration with the rank's own device and number of threads, if these are left
/// open: GPUs are distributed over the ranks of a machine in turn, and its cores equally, as far as
/// this process may use them (base/process.h).
TrainConfig OnThisRank(TrainConfig config, const Reducer* ranks);

/// Thrown if training has diverged: numbers are not finite or the loss is above 100,000, so neither
/// a state nor a model may be made of them.
class DivergedError : public Error {
 public:
  using Error::Error;
};

/// Returns why nobody can go on from a state: its numbers, or results of its network (evaluated on
/// the processor), are not finite. Returns an empty text if all are.
std::string FaultOf(const TrainerState& state);

/// Trains a network that a backend computes (nn/backend/backend.h). A step depends only on the
/// configuration, the seed, the step's number, the window and the state. Saving and loading between
/// steps therefore does not change the result, in f32 on one machine not even its last bit.
///
/// Several ranks (nn/ranks/reducer.h) train as one if each has a trainer with the same
/// configuration and state, and calls `Train` with the same shards and number of steps. They share
/// each step's chunks; after each step all have the same weights. In f32, two ranks give the same
/// bits as one process with the same number of chunks, if that is a power of two.
class Trainer {
 public:
  /// Starts from random weights.
  static Trainer Create(const NetworkConfig& network, const TrainConfig& config, uint64_t seed,
                        Reducer* ranks = nullptr);
  /// Continues from a state that `SaveState` wrote, with the saved network and seed and the
  /// configuration `config`. Throws the errors of ReadTrainerState, and Error naming the file if
  /// the state belongs to another optimizer than that of `config`.
  static Trainer Load(const std::filesystem::path& file, const TrainConfig& config);
  /// Continues from a state in memory, such as one made from a model's weights. If the learning
  /// rate is lower than before, the optimizer begins anew: its moments are those of larger steps,
  /// which may have been too large. Throws Error if the state belongs to another optimizer than
  /// that of `config`. `ranks`, unless null, must outlive the trainer. Throws UsageError if they
  /// cannot share the chunks of a step equally.
  static Trainer From(TrainerState state, const TrainConfig& config, Reducer* ranks = nullptr);

  const NetworkConfig& network() const { return state_.network; }
  int64_t step() const { return state_.step; }
  const TrainConfig& config() const { return config_; }
  const std::string& device() const { return place_.device; }        // cpu, cuda:0
  const std::string& precision() const { return place_.precision; }  // f32, bf16
  /// Of several ranks: the time spent in sums over all of them, which is transport and waiting for
  /// slower ranks; and why sums of GPUs pass through the host's memory, empty if they do not.
  double seconds_in_sums() const { return seconds_in_sums_; }
  std::string sums_fault() const { return network_->SumsFault(); }
  /// The window at the time when the state was saved.
  const WindowState& window_state() const { return state_.window; }

  /// Sets the completed share of the run, in [0, 1], which determines the learning rate under a
  /// schedule. May be called between steps. Not saved. All ranks use the share of rank 0.
  void SetSpent(double share) { spent_ = share; }

  /// Called after each step; returning false ends `Train`. With several ranks, false in one of them
  /// ends it in all of them after the next step.
  using Progress = std::function<bool(const TrainStats&)>;
  /// Trains on a window while other threads prepare the batches. Throws DivergedError if the loss
  /// or its gradient is far too large or NaN, and Error if the window is empty or contains a board
  /// larger than the canvas.
  void Train(const ReplayWindow& window, int64_t steps, const Progress& progress);
  /// Performs one step on a given batch, or on the rank's part of it. Throws DivergedError if
  /// the loss or its gradient is far too large or NaN.
  TrainStats Step(const SampleBatch& batch);
  /// Runs steps without anything around them: forward pass, losses, backward pass, clipping,
  /// optimizer and averages, always on the batch of LoadBare, which is copied to the device once.
  /// Waits until they are done. The speed of real training is compared with theirs. Nothing is read
  /// back, so a loss that is not finite goes unnoticed.
  void RunBare(int steps);
  void LoadBare(const SampleBatch& batch) { network_->LoadBare(batch); }

  /// Writes the state atomically: weights, averages, optimizer, step, seed and the window of the
  /// last `Train`. This and the following throw DivergedError if a number is not finite.
  void SaveState(const std::filesystem::path& file) const;
  /// Returns the same state in memory.
  TrainerState State() const;
  /// Writes the averaged weights as the model folder `folder` (WriteModelFolder). Sets the network,
  /// encoder_version and steps of `info`.
  void ExportModel(const std::filesystem::path& folder, ModelInfo info) const;
  /// Writes the same model as a single file.
  void ExportModelFile(const std::filesystem::path& file, ModelInfo info) const;

 private:
  Trainer(TrainerState state, const TrainConfig& config, Reducer* ranks);
  void ShareSums();
  TrainedNetwork::StepPlan NextStep() const;
  Model Average(ModelInfo info) const;

  TrainConfig config_;
  Reducer* ranks_;  // null: trains alone
  ComputePlace place_;
  TrainerState state_;  // without the vectors, which `network_` holds
  double spent_ = 0;    // completed share of the run, for the schedule
  double seconds_in_sums_ = 0;
  bool wants_end_ = false;  // this rank ends `Train`
  bool is_ending_ = false;  // some rank ended it before the last step
  std::unique_ptr<TrainedNetwork> network_;
};

}  // namespace raichi
