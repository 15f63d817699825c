#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "console/output.h"
#include "nn/backend/network_evaluator.h"
#include "nn/backend/trainer.h"
#include "nn/data/window.h"
#include "run/config/config.h"
#include "run/files/folder.h"
#include "run/files/ledger.h"
#include "run/files/state.h"
#include "run/ranks/ranks.h"
#include "run/resume.h"
#include "run/status/beat.h"

namespace raichi {

/// Opens a model as the workers of a run would, and returns the device and precision it uses and
/// how much its answers differ from those in f32. Throws as OpenNetworkEvaluator.
NetworkEvaluatorInfo TryNetwork(const WorkersConfig& config, const std::filesystem::path& model);

/// Returns `{"device":…,"precision":…}`. If the precision is below f32, `"value_difference"` and
/// `"prior_difference"` follow.
Json ToJson(const NetworkEvaluatorInfo& info);

/// The result of a phase of training.
struct TrainSummary {
  TrainStats mean;  // of the steps of the phase; `step` is the last
  int64_t steps = 0;
  int batch = 0;  // samples a step
  int64_t window_positions = 0;
  int64_t window_games = 0;
  size_t window_bytes = 0;
  int64_t positions_made = 0;  // in the run so far
  double seconds = 0;
  double processor_seconds = 0;  // of all threads of this process together
  double seconds_in_sums = 0;    // of several ranks: Trainer::seconds_in_sums
  std::string sums_fault;        // Trainer::sums_fault

  double samples_per_second() const {
    return seconds > 0 ? static_cast<double>(steps * batch) / seconds : 0;
  }
};

/// What follows a step of training: another one; the end of a phase that has been long enough; or
/// the end of a phase of which nothing is kept.
enum class AfterStep { kGoOn, kFinish, kAbort };

/// The training half of a run: turns the newest games into the next model. Model N is the network
/// after N phases; model 0 has random weights or those of the run's origin (players.h). The
/// trainer owns the run: its process must hold the lock `train`. If several ranks train, this is
/// rank 0, and the trainer leads the others.
class RunTrainer {
 public:
  /// Called after each step; says how the phase goes on.
  using Tick = std::function<AfterStep(const TrainStats& step, int64_t of_steps)>;

  /// Opens the run: chooses where it continues (FindResumePoint), moves everything later to a
  /// backup (SetBackTo), restores what the ledger or the trainer's state can restore, and makes
  /// model 000000 of a new run. Warns of everything that disagrees with the ledger. Throws Error if
  /// the rules are not those that the run began with, and the errors of FindResumePoint.
  /// Then gives the state of training to the other ranks of `leader`, unless that is null; it must
  /// outlive the trainer.
  RunTrainer(const RunConfig& config, const RunFolder& folder, RankLeader* leader = nullptr);

  int model() const { return model_; }  // the newest
  int64_t step() const { return trainer_->step(); }
  Ledger* ledger() { return &ledger_; }
  /// The window that the newest model was trained on.
  const WindowState& trained_window() const { return trainer_->window_state(); }
  /// What a heartbeat tells of training, given the run's games and those that no phase has read.
  TrainingFacts Facts(int64_t run_games, int64_t unread_games) const;

  /// Loads the new games and trains on them: `samples_per_position` samples for each new position,
  /// up to `budget.steps` steps in total. Before each step, calls `spent` for the spent share of
  /// the run's budget, from 0 to 1, which the learning rate depends on. Returns nothing if the
  /// phase was aborted, by this or another rank, or there were no new positions; otherwise `Save`
  /// must follow.
  std::optional<TrainSummary> Train(const std::function<double()>& spent, const Tick& tick);
  /// Adds the next model to the ledger, then writes the trainer's state, which completes the phase,
  /// and then the model. The next start repeats a phase that is not complete.
  /// This and `Train` throw UsageError if training has diverged, because with the same
  /// configuration it would do so again. The newest model then stays the newest.
  void Save(const Milestone& milestone);

 private:
  void Open();
  void EnterModel(Backup* backup);
  TrainerState GoodState() const;
  void RestoreWindow(const WindowState& state);
  void SetDamagedShardsAside();
  ResumePoint FindGoodPoint(Backup* backup) const;
  UsageError Diverged(const std::string& how) const;
  int64_t StepsFor(int64_t positions) const;
  std::optional<Staleness> StalenessOfNewGames() const;
  int64_t GamesBefore(int model) const;
  void Enter(int model, const TrainerState& state, const Milestone& milestone);
  void ExportModel(int64_t games) const;
  void DropOldStates() const;

  const RunConfig& config_;
  const RunFolder& folder_;
  RankLeader* leader_;  // null: trains alone
  Ledger ledger_;
  ReplayWindow window_;
  std::optional<Trainer> trainer_;
  int model_ = 0;
  int64_t positions_seen_ = 0;          // positions_made of the window at the last training
  std::optional<Staleness> staleness_;  // of the last phase
};

}  // namespace raichi
