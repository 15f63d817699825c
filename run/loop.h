#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "console/output.h"
#include "run/budget.h"
#include "run/evaluation/evaluation.h"
#include "run/metrics/progress_log.h"
#include "run/sharing/run_lock.h"
#include "run/sharing/stream_claim.h"
#include "run/status/heartbeat.h"
#include "run/stream/selfplay_stream.h"
#include "run/training.h"
#include "solve/truth/truth_set.h"

namespace raichi {

/// What the loop cannot do by itself; the program provides it. Each function may be empty.
struct RunHooks {
  /// Measures the speed of this machine. The result is what `compare_with_machine` receives.
  std::function<Json()> measure_machine;
  /// Returns the share of that speed that an iteration reached, for the iteration's line of
  /// metrics.
  std::function<Json(const Json& iteration, const Json& machine)> compare_with_machine;
  /// Writes the report of the run.
  std::function<void()> write_report;
};

/// The AlphaZero-style loop in one process: repeats self-play, training and evaluation until the
/// budget is spent. All of its state is in the run folder, so a new start continues where the
/// previous one ended, however that ended. The process must hold the run's lock `train`.
class RunLoop {
 public:
  RunLoop(const RunConfig& config, const RunFolder& folder, RunHooks hooks,
          const std::stop_token& stop, Progress* progress);

  /// Returns true when the budget is spent, and false if `stop` ended the run earlier. Writes the
  /// report after the first iteration, after each evaluation and at the end.
  bool Run();
  const RunEvaluator& evaluator() const { return evaluator_; }
  int model() const { return trainer_.model(); }  // the newest

 private:
  double Spent() const { return budget_.Spent(games_, trainer_.step()); }
  bool IsOver() const { return Spent() >= 1 || pace_.IsOver(); }
  std::string Origin() const;  // ` from models/linnaeus`; empty if the run began from nothing
  /// Returns what the first line says of the run: new, going on, or spent, and then how to go on.
  std::string DescribeStart() const;
  /// Returns the time left of the budget, in words. Games count in part until they are learned
  /// from, so that from the second iteration on the training on the last of them has time left too.
  std::string TimeLeft() const;
  std::string LastRating() const;  // `, rating 497 ± 163 (000020)`; empty before the first
  bool IsStopped() const { return stop_.stop_requested(); }

  /// Returns true if the budget's games are played, and an earlier start was stopped before it had
  /// trained on the last of them.
  bool HasLastGamesToTrainOn() const;
  /// Plays the games that an iteration still lacks, or, with `more`, a whole iteration of games.
  SelfPlaySummary PlayGames(bool more);
  double PliesOfNewGames(const SelfPlaySummary& played) const;
  std::optional<TrainSummary> Train();
  /// Returns true if the newest model is one of those that are evaluated before the end of the run.
  bool IsEvaluationDue() const;
  bool MayEvaluate(std::optional<RunLock>* lock);
  /// Evaluates the newest model. Ends early, but keeps the games, if the budget of time is spent,
  /// to which the final evaluation does not count. Returns false if the run is to stop.
  bool Evaluate(int pairs, bool is_final = false);
  /// Asks the newest model about proven positions under the run's rules, unless it was asked.
  void AskTruth(const std::function<bool(const std::string& what)>& tick);
  bool RunToBudget();
  void Report();
  void MeasureSpeed();
  void NoteNetwork(const NetworkEvaluatorInfo& info);
  /// Keeps the heartbeat; `phase` is the work of the present phase so far.
  void Beat(const std::string& state, const WorkTotals& phase);
  void Save(const SelfPlaySummary& games, const TrainSummary& training);
  void PrintIteration(const SelfPlaySummary& games, const TrainSummary& training);
  void SaveState(bool finished = false) { budget_.Save(model(), finished); }
  void Show(const std::string& what);

  const RunConfig& config_;
  const RunFolder& folder_;
  const RunHooks hooks_;
  const std::stop_token stop_;
  Progress* progress_;
  Heartbeat heart_;
  RunTrainer trainer_;
  SelfPlayStream selfplay_;
  RunEvaluator evaluator_;
  const std::vector<TruthPosition> truth_;  // under the run's rules
  ProgressLog log_;
  Json machine_;  // the result of measure_machine; null if it was not measured
  Json network_;  // how self-play evaluates the model (network.h)
  GameCounter counter_;
  int64_t games_ = 0;          // in the run so far, by all processes
  int64_t trained_games_ = 0;  // of these, those from which the newest model learned
  WorkTotals done_;            // by this start, without the present phase of self-play
  RunBudget budget_;
  Pace pace_;
  double evaluation_seconds_ = 0;     // of the last evaluation that was not the final one
  double training_done_ = 0;          // the share of the present phase of training
  bool is_finishing_ = false;         // only the final evaluation is left
  bool is_report_written_ = false;    // by this start
  bool has_noted_evaluator_ = false;  // that another process evaluates
};

}  // namespace raichi
