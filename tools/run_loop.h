#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "tools/json_log.h"
#include "tools/progress.h"
#include "tools/run_budget.h"
#include "tools/run_evaluation.h"
#include "tools/run_selfplay.h"
#include "tools/run_training.h"

namespace raichi {

/// The AlphaZero-style loop in one process: self-play, training, evaluation, again, until the
/// budget is spent. Everything it knows lies in the run folder, so that a new start goes on where
/// the last one ended, however it ended.
class RunLoop {
 public:
  RunLoop(const RunConfig& config, const RunFolder& folder, const std::stop_token& stop,
          Progress* progress);

  /// Returns whether the budget was spent; false if it was stopped before. The run's report is
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
  void Report() const;
  void MeasureSpeed();
  void NoteNetwork(const NetworkEvaluatorReport& report);
  void Record(const SelfPlayReport& games, const TrainReport& training);
  void RecordRating();
  void PrintIteration(const SelfPlayReport& games, const TrainReport& training);
  void SaveState(bool finished = false) const;
  void Show(const std::string& what);

  const RunConfig& config_;
  const RunFolder& folder_;
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
};

/// The numbers of one iteration, as metrics/progress.jsonl holds them.
Json IterationToJson(int model, const SelfPlayReport& games, const TrainReport& training);
/// How the games ended and how fast they were: a part of a line for people.
std::string DescribeSelfPlay(const SelfPlayReport& games);
/// An iteration as a line for people.
std::string DescribeIteration(const SelfPlayReport& games, const TrainReport& training);

}  // namespace raichi
