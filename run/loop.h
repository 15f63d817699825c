#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "console/progress.h"
#include "run/budget.h"
#include "run/evaluation.h"
#include "run/files/json_log.h"
#include "run/files/tensorboard_file.h"
#include "run/selfplay.h"
#include "run/training.h"

namespace raichi {

/// What the loop asks of its program. Each may be empty.
struct RunHooks {
  /// Measures this machine's speed: the object that the lines of metrics are compared with.
  std::function<Json()> measure_machine;
  /// The share of that speed that an iteration reached, for its line of metrics.
  std::function<Json(const Json& iteration, const Json& machine)> compare_with_machine;
  /// Writes the run's report.
  std::function<void()> write_report;
};

/// The AlphaZero-style loop in one process: self-play, training, evaluation, again, until the
/// budget is spent. Everything it knows lies in the run folder, so that a new start goes on where
/// the last one ended, however it ended.
class RunLoop {
 public:
  RunLoop(const RunConfig& config, const RunFolder& folder, RunHooks hooks,
          const std::stop_token& stop, Progress* progress);

  /// Returns whether the budget was spent; false if it was stopped before. The report is
  /// written after the first iteration, after each evaluation and at the end.
  bool Run();
  const RunEvaluator& evaluator() const { return evaluator_; }
  int model() const { return trainer_.model(); }

 private:
  double Spent() const { return budget_.Spent(games_, trainer_.step()); }
  std::string TimeLeft() const;
  std::string LastRating() const;  // `, rating 497 ± 163 (000020)`; empty before the first
  bool IsStopped() const { return stop_.stop_requested(); }

  /// An iteration's games, those already there included; `more`: as many again.
  SelfPlayReport PlayGames(bool more);
  std::optional<TrainReport> Train();
  bool IsEvaluationDue() const;  // of the newest model, on the way
  bool Evaluate(int pairs);
  bool RunToBudget();
  void Report();
  void MeasureSpeed();
  void NoteNetwork(const NetworkEvaluatorReport& report);
  void Save(const SelfPlayReport& games, const TrainReport& training);
  void RecordRating();
  void PrintIteration(const SelfPlayReport& games, const TrainReport& training);
  void SaveState(bool finished = false) const;
  void Show(const std::string& what);

  const RunConfig& config_;
  const RunFolder& folder_;
  const RunHooks hooks_;
  const std::stop_token stop_;
  Progress* progress_;
  RunTrainer trainer_;
  RunSelfPlayer player_;
  RunEvaluator evaluator_;
  JsonLog log_;
  std::optional<TensorBoardFile> tensorboard_;
  Json machine_;  // MeasureMachine
  Json network_;  // how self-play evaluates the model: NetworkEvaluatorReport
  int64_t games_ = 0;
  RunBudget budget_;
  bool is_report_written_ = false;  // by this start
};

}  // namespace raichi
