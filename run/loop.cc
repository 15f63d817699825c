#include "run/loop.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/text.h"
#include "console/version.h"
#include "run/files/json_log.h"
#include "run/files/state.h"
#include "run/model_keeper.h"
#include "run/players/find_model.h"
#include "run/training.h"
#include "run/truth/model_truth.h"
#include "stats/ratings/match_result.h"

namespace raichi {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

RunLoop::RunLoop(const RunConfig& config, const RunFolder& folder, RunHooks hooks,
                 const std::stop_token& stop, Progress* progress)
    : config_(config),
      folder_(folder),
      hooks_(std::move(hooks)),
      stop_(stop),
      progress_(progress),
      heart_(folder.path(), "run", 0),
      trainer_(config, folder),
      selfplay_(config, folder, 0),
      evaluator_(config, folder, trainer_.ledger()),
      truth_(ShippedTruthUnder(OpenNamedRulesOf(config))),
      log_(folder.metrics()),
      counter_(folder.games()),
      games_(counter_.CountAll(trainer_.model())),
      // Some of those that the ledger counts may be gone.
      trained_games_(std::min(trainer_.ledger()->records().back().games, games_)),
      budget_(config.budget, folder.path()),
      pace_(config, budget_) {
  if (const Json* const line = log_.newest()) pace_.Learn(*line);
}

std::string RunLoop::Origin() const {
  return config_.origin ? " from " + ShowModel(config_.origin->path) : "";
}

std::string RunLoop::TimeLeft() const {
  if (is_finishing_) return budget_.DescribeLeft(1);
  const double share = pace_.SelfPlayShare();
  const double part = share + (1 - share) * training_done_;
  const double learned =
      static_cast<double>(trained_games_) + part * static_cast<double>(games_ - trained_games_);
  return budget_.DescribeLeft(budget_.Spent(static_cast<int64_t>(learned), trainer_.step()));
}

void RunLoop::Beat(const std::string& state, const WorkTotals& phase) {
  heart_.Tick({.state = state,
               .model = model(),
               .totals = done_ + phase,
               .training = trainer_.Facts(games_, games_ - trained_games_)});
}

/// Puts the least important part last, because a narrow terminal cuts the line off.
void RunLoop::Show(const std::string& what) {
  progress_->Show(RunFolder::Numbered(model()) + "  " + TimeLeft() + LastRating() + "  " + what);
}

std::string RunLoop::LastRating() const {
  const std::optional<NotedRating> rating = log_.LastRating();
  if (!rating) return "";
  return fmt::format(", rating {:.0f} ± {:.0f}", WholeElo(rating->elo), rating->error) +
         (rating->model == model() ? "" : " (" + RunFolder::Numbered(rating->model) + ")");
}

/// The measurement does not count towards the budget. If it fails, the run continues without it.
void RunLoop::MeasureSpeed() {
  const Clock::time_point start = Clock::now();
  progress_->Show("measuring the speed of this machine");
  try {
    const Json machine = hooks_.measure_machine();
    JsonLog(folder_.metrics() / "bench.jsonl").Append(machine);
    machine_ = machine;
    pace_.ExpectTraining(machine.value("train.samples", 0.0));
  } catch (const std::exception& error) {
    PrintWarning(std::string("the speed of this machine was not recorded: ") + error.what());
  }
  budget_.Discount(Clock::now() - start);
}

/// Prints the first info, and each later one whose precision differs from the one before.
void RunLoop::NoteNetwork(const NetworkEvaluatorInfo& info) {
  const Json network = ToJson(info);
  const bool is_news = network_.is_null() || network_["precision"] != network["precision"];
  if (is_news) progress_->Print(info.text);
  network_ = network;
}

bool RunLoop::Run() {
  if (config_.workers.bench && hooks_.measure_machine && !IsOver()) MeasureSpeed();
  const bool finished = RunToBudget();
  if (!finished) selfplay_.LeaveUnfinished();
  Report();
  return finished;
}

std::string RunLoop::DescribeStart() const {
  if (model() == 0 && games_ == 0) return "a new run" + Origin();
  const std::string so_far = Counted(games_, "game") + " and " + Counted(model(), "model");
  if (!IsOver() || !LoadRunState(folder_.path()).finished) return "going on after " + so_far;
  return fmt::format("its budget is spent after {}; it goes on with a larger one: {} run {}{}",
                     so_far, CommandWord(), QuoteForShell(folder_.path().string()),
                     budget_.ProposeLarger(games_, trainer_.step()));
}

bool RunLoop::RunToBudget() {
  progress_->Print(folder_.path().string() + ": " + DescribeStart());
  NoteNetwork(TryNetwork(config_.workers, folder_.Model(model())));
  if (!IsOver()) SaveState();  // other processes need not think any more that it is finished
  const EvaluationConfig& evaluation = config_.evaluation;
  // Finish an evaluation that the previous start began.
  if (IsEvaluationDue() && !Evaluate(evaluation.pairs)) return false;
  bool needs_more_games = false;  // the last games gave nothing to train on
  bool has_last_games = HasLastGamesToTrainOn();
  while (!IsOver() || std::exchange(has_last_games, false)) {
    const SelfPlaySummary games = IsOver() ? SelfPlaySummary() : PlayGames(needs_more_games);
    SaveState();
    if (IsStopped()) return false;
    const std::optional<TrainSummary> training = Train();
    SaveState();
    if (!training && IsStopped()) return false;
    needs_more_games = !training;
    if (!training) continue;
    Save(games, *training);
    SaveState();
    const bool is_due = IsEvaluationDue();
    const bool goes_on = !IsStopped() && (!is_due || Evaluate(evaluation.pairs));
    PrintIteration(games, *training);
    SaveState();
    if (!goes_on) return false;
    if (is_due || !is_report_written_) Report();
  }
  is_finishing_ = true;
  if (evaluation.final_pairs > 0) {
    const Clock::time_point start = Clock::now();
    const bool is_whole = Evaluate(std::max(evaluation.pairs, evaluation.final_pairs), true);
    budget_.Discount(Clock::now() - start);  // the budget does not include it
    if (!is_whole) return false;
  }
  SaveState(true);
  return true;
}

bool RunLoop::HasLastGamesToTrainOn() const {
  return Spent() >= 1 && !pace_.IsOver() && games_ > trained_games_ &&
         !LoadRunState(folder_.path()).finished;
}

SelfPlaySummary RunLoop::PlayGames(bool more) {
  const int64_t before = games_;
  const int64_t wanted = config_.loop.games_per_iteration;
  const SelfPlayStream::Tick tick = [&](const SelfPlaySummary& so_far) {
    games_ = before + static_cast<int64_t>(so_far.stats.games);
    Beat(work_state::kPlaying, so_far.totals());
    if (progress_->IsDue()) {
      Show("self-play: " + std::to_string(so_far.stats.games) + " of " + Counted(wanted, "game") +
           ", " + DescribeSelfPlay(so_far));
    }
    budget_.SaveNowAndThen(model());
    const double plies = PliesOfNewGames(so_far);
    return Spent() >= 1 || pace_.EndsSelfPlay(so_far.seconds, plies);
  };
  const SelfPlaySummary summary = more ? selfplay_.PlayMore(model(), wanted, stop_, tick)
                                       : selfplay_.Play(model(), wanted, stop_, tick);
  games_ = counter_.Count(model());  // other processes may have added some
  done_ = done_ + summary.totals();
  if (!summary.network.device.empty()) NoteNetwork(summary.network);
  return summary;
}

/// Returns the plies of all games that training has not learned from yet. Those that other
/// processes or earlier starts played count as long as the ones of this phase.
double RunLoop::PliesOfNewGames(const SelfPlaySummary& played) const {
  if (played.stats.games == 0) return 0;
  const double plies =
      static_cast<double>(played.stats.plies) / static_cast<double>(played.stats.games);
  return plies * static_cast<double>(games_ - trained_games_);
}

std::optional<TrainSummary> RunLoop::Train() {
  games_ = counter_.Recount(model());  // those that the training is about to read
  int64_t done = 0;
  const auto spent = [this] { return Spent(); };
  return trainer_.Train(spent, [&](const TrainStats& stats, int64_t of_steps) {
    ++done;
    training_done_ = static_cast<double>(done) / static_cast<double>(std::max(done, of_steps));
    done_ = done_ + WorkTotals{.steps = 1, .samples = config_.train.batch};
    Beat(work_state::kTraining, {});
    budget_.SaveNowAndThen(model());
    if (progress_->IsDue()) {
      char loss[32];
      std::snprintf(loss, sizeof loss, "%.3f", stats.loss);
      Show("training: step " + std::to_string(done) + " of " + std::to_string(of_steps) +
           ", loss " + loss);
    }
    if (IsStopped()) return AfterStep::kAbort;
    return pace_.HasTimeFor(0) ? AfterStep::kGoOn : AfterStep::kFinish;
  });
}

bool RunLoop::IsEvaluationDue() const {
  const int every = config_.evaluation.every;
  return every > 0 && model() > 0 && model() % every == 0 && !IsOver() &&
         pace_.HasTimeFor(evaluation_seconds_);
}

/// Takes the lock of evaluating. Returns false if another process holds it. Waits a second before
/// the first such answer, which a file system may also give for moments.
bool RunLoop::MayEvaluate(std::optional<RunLock>* lock) {
  try {
    WaitWhileHeld([&] { lock->emplace(folder_.path(), "evaluate"); }, stop_,
                  has_noted_evaluator_ ? 0 : 1);
    return true;
  } catch (const HeldError& error) {
    if (!has_noted_evaluator_) {
      PrintWarning(std::string(error.what()) + "; this process leaves evaluating to it");
    }
    has_noted_evaluator_ = true;
    return false;
  }
}

bool RunLoop::Evaluate(int pairs, bool is_final) {
  if (model() == 0) return true;
  std::optional<RunLock> lock;
  if (!MayEvaluate(&lock)) {
    evaluator_.Reload();
    return true;
  }
  const double before = budget_.Seconds();
  const std::string state =
      std::string(work_state::kEvaluating) + " " + RunFolder::Numbered(model());
  const auto tick = [&](const std::string& what) {
    Beat(state, {});
    if (!is_final) budget_.SaveNowAndThen(model());
    if (progress_->IsDue()) Show(what);
    return !is_final && !pace_.HasTimeFor(0);
  };
  const bool is_whole = evaluator_.Evaluate(model(), pairs, stop_, tick);
  if (is_whole) {
    log_.AddRating(model(), evaluator_.Ratings());
    AskTruth(tick);
  }
  evaluation_seconds_ = budget_.Seconds() - before;
  return is_whole || !IsStopped();
}

void RunLoop::AskTruth(const std::function<bool(const std::string& what)>& tick) {
  const Json* const line = log_.newest();
  if (truth_.empty() || line == nullptr || line->contains("truth")) return;
  const ModelTruthSettings settings = {.visits = {kAloneVisits, kShortVisits},
                                       .workers = config_.workers};
  const std::vector<TruthShares> shares =
      TruthSharesOf(folder_.Model(model()), truth_, settings, [&](double done) {
        return !tick(fmt::format("proven positions: {:.0f} %", 100 * done)) && !IsStopped();
      });
  if (shares.empty()) return;
  Json truth = {{"positions", truth_.size()}};
  for (size_t i = 0; i < shares.size(); ++i) {
    truth[std::to_string(settings.visits[i])] = {{"signs", shares[i].signs.Value()},
                                                 {"kept", shares[i].kept.Value()}};
  }
  log_.AddTruth(model(), std::move(truth));
}

/// The ledger receives the line first. A later start restores it from there if the metrics lack it.
void RunLoop::Save(const SelfPlaySummary& games, const TrainSummary& training) {
  Json line = IterationToJson(model() + 1, games, training);
  line["seconds"] = budget_.Seconds();
  line["games"] = games_;
  line["network"] = network_;
  if (!machine_.is_null()) line["bench"] = hooks_.compare_with_machine(line, machine_);
  line["new_plies"] = PliesOfNewGames(games);
  trained_games_ = games_;
  training_done_ = 0;
  trainer_.Save({.games = games_, .seconds = line["seconds"], .progress = line});
  pace_.Learn(line);
  log_.Add(std::move(line));
  Beat(work_state::kTraining, {});  // so that the run's last beat counts these games as read
}

void RunLoop::PrintIteration(const SelfPlaySummary& games, const TrainSummary& training) {
  progress_->Print(RunFolder::Numbered(model()) + "  " + FormatSeconds(budget_.Seconds()) + "  " +
                   Counted(games_, "game") + "  " + DescribeIteration(games, training) +
                   LastRating());
}

/// A report that cannot be written does not stop a run.
void RunLoop::Report() {
  is_report_written_ = true;
  if (!hooks_.write_report) return;
  try {
    hooks_.write_report();
  } catch (const std::exception& error) {
    PrintWarning(error.what());
  }
}

}  // namespace raichi
