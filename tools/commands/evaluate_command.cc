#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "console/interrupt.h"
#include "console/log.h"
#include "console/output.h"
#include "run/evaluation/evaluation.h"
#include "run/files/folder.h"
#include "run/files/state.h"
#include "run/sharing/folder_kind.h"
#include "run/sharing/run_lock.h"
#include "run/status/heartbeat.h"
#include "run/training.h"
#include "tools/arguments/run_arguments.h"
#include "tools/commands/commands.h"
#include "tools/commands/rating_output.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct EvaluateOptions {
  RunArguments run;
  bool once = false;
  std::optional<uint64_t> number;  // of a model
  bool json = false;
};

/// Waits about two seconds. Returns false if it was stopped.
bool Pause(const Interrupt& interrupt) {
  for (int i = 0; i < 20 && !interrupt.IsRequested(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return !interrupt.IsRequested();
}

/// Evaluates the models of one run.
class RunEvaluation {
 public:
  RunEvaluation(const EvaluateOptions& options, const RunConfig& config, const RunFolder& folder,
                const Interrupt& interrupt)
      : options_(options),
        config_(config),
        folder_(folder),
        interrupt_(interrupt),
        heart_(folder.path(), "evaluate"),
        evaluator_(config, folder, nullptr) {}

  void Run() {
    if (options_.once || options_.number) {
      TakeLock();
    } else if (!WaitForLock()) {
      return;
    }
    if (options_.number) {
      One(static_cast<int>(*options_.number));
    } else if (options_.once) {
      Once();
    } else {
      Follow();
    }
    evaluator_.EndOffers();
  }

 private:
  /// Throws HeldError.
  void TakeLock() {
    lock_.emplace(folder_.path(), "evaluate",
                  "another process evaluates this run ('raichi run' does so between its "
                  "iterations)");
    OpenLogFile(folder_.path(), "evaluate");
  }

  /// Tries at most once a second.
  bool TryToTakeLock() {
    using Clock = std::chrono::steady_clock;
    if (Clock::now() < next_try_) return false;
    next_try_ = Clock::now() + std::chrono::seconds(1);
    try {
      TakeLock();
      return true;
    } catch (const HeldError& error) {
      if (!std::exchange(is_told_, true)) {
        PrintWarning(std::string(error.what()) +
                     "; this one shares the matches of 'raichi evaluate', and goes on after it");
      }
      return false;
    }
  }

  /// As long as another process holds the lock of evaluating, helps that one with its matches. Then
  /// takes the lock. Returns false if it was stopped.
  bool WaitForLock() {
    const RunEvaluator::Tick beat = Ticker();
    while (!TryToTakeLock()) {
      Try("helping", [&] {
        evaluator_.Help(interrupt_.token(), [&](const std::string& what) {
          beat(what);
          return TryToTakeLock();
        });
      });
      if (lock_) break;
      Wait();
      if (!Pause(interrupt_)) return false;
    }
    return true;
  }

  void One(int model) {
    const std::vector<int> models = folder_.Models();
    if (std::ranges::find(models, model) == models.end() || !folder_.HasModel(model)) {
      throw Error(folder_.Model(model).string() + ": there is no such model, or it is damaged");
    }
    Evaluate({model, config_.evaluation.pairs});
  }

  /// Evaluates all models that are due now, the oldest first, because each meets earlier ones.
  void Once() {
    bool any = false;
    for (const EvaluationTask& task : Tasks()) {
      if (evaluator_.IsEvaluated(task.model, task.pairs)) continue;
      any = true;
      if (!Evaluate(task)) return;
    }
    if (!any) progress_.Print("nothing is due");
  }

  /// Evaluates the newest model that is due, again and again, until the run is finished.
  void Follow() {
    do {
      const bool is_finished =
          LoadRunState(folder_.path()).finished;  // before the models are listed
      const std::vector<EvaluationTask> tasks = Tasks();
      if (!tasks.empty() && tasks.back() != done_) {
        const EvaluationTask& task = tasks.back();
        if (!Try(RunFolder::Numbered(task.model), [&] {
              const auto is_done = [&] { return evaluator_.IsEvaluated(task.model, task.pairs); };
              if (!is_done() && !(Evaluate(task) && is_done())) return;
              evaluator_.EndOffers();
              done_ = task;
            })) {
          continue;
        }
      } else if (is_finished) {
        if (!has_tried_) progress_.Print("the run is finished, and nothing is due");
        return;
      }
      Wait();
    } while (Pause(interrupt_));
    progress_.Print("stopped; the same command continues from here");
  }

  std::vector<EvaluationTask> Tasks() const {
    return EvaluationsOf(config_.evaluation, folder_.Models(),
                         LoadRunState(folder_.path()).finished);
  }

  void Wait() {
    const std::vector<int> models = folder_.Models();
    const int newest = models.empty() ? -1 : models.back();
    if (done_.model > newest) done_ = {};  // the run was set back
    heart_.Tick(WorkIn(work_state::kWaitingForModel, heart_.work().model));
    progress_.Show("waiting for a model to evaluate" +
                   (newest < 0 ? "" : "; the newest is " + RunFolder::Numbered(newest)));
  }

  WorkReport WorkIn(const std::string& state, int model) const {
    return {.state = state, .model = model, .totals = {.games = evaluator_.games_played()}};
  }

  /// Returns false if the work must be tried again: a model is being replaced, or cannot be read
  /// now.
  bool Try(const std::string& what, const std::function<void()>& work) {
    constexpr int kMostFailures = 5;  // in succession
    try {
      work();
      failures_ = 0;
      return true;
    } catch (const LostLockError&) {
      throw;
    } catch (const Error& error) {
      if (++failures_ == kMostFailures) throw;
      PrintWarning(what + ": " + error.what() + "; tried again soon");
      return false;
    }
  }

  RunEvaluator::Tick Ticker() {
    return [this](const std::string& what) {
      const std::string name = RunFolder::Numbered(evaluator_.model());
      heart_.Tick(WorkIn(std::string(work_state::kEvaluating) + " " + name, evaluator_.model()));
      if (progress_.IsDue()) progress_.Show(what);
      return false;
    };
  }

  /// Returns false if it was stopped.
  bool Evaluate(const EvaluationTask& task) {
    if (!has_tried_) progress_.Print(TryNetwork(config_.workers, folder_.Model(task.model)).text);
    has_tried_ = true;
    if (!evaluator_.Evaluate(task.model, task.pairs, interrupt_.token(), Ticker())) return false;
    progress_.Finish();
    if (options_.json) {
      PrintRunRatingsJson(evaluator_, task.model);
    } else {
      PrintRunRatings(evaluator_, task.model);
    }
    std::cout.flush();
    return true;
  }

  const EvaluateOptions& options_;
  const RunConfig& config_;
  const RunFolder& folder_;
  const Interrupt& interrupt_;
  std::optional<RunLock> lock_;
  Heartbeat heart_;
  RunEvaluator evaluator_;
  Progress progress_;
  EvaluationTask done_;  // the last one
  int failures_ = 0;
  bool has_tried_ = false;                          // how the network is computed
  bool is_told_ = false;                            // that another process holds the lock
  std::chrono::steady_clock::time_point next_try_;  // to take it
};

void Evaluate(const EvaluateOptions& options) {
  const Interrupt interrupt;
  const fs::path run = FolderToWaitFor(options.run);
  if (options.once || options.number) {
    RequireRun(run);
  } else if (!WaitForRun(run, interrupt)) {
    return;
  }
  const RunConfig config = options.run.Load({"workers"});
  RequireSettled(config, options.run.config);
  const RunFolder folder(options.run.Folder(), config);
  RunEvaluation(options, config, folder, interrupt).Run();
}

}  // namespace

void AddEvaluateCommand(Program& program) {
  auto options = std::make_shared<EvaluateOptions>();
  Command command = program.AddCommand(
      "evaluate", "Evaluate models of a run as they appear, so that training need not wait");
  AddRunOptions(command, "evaluation.pairs=40", &options->run);
  const Option once =
      command.AddFlag("--once", &options->once, "Evaluate every model that is due now, and end");
  command
      .Add("--number", &options->number, "Evaluate the model of this number, such as 120, and end")
      .Range(1, 999'999)
      .Excludes(once);
  command.AddFlag("--json", &options->json,
                  "Print the ratings, then the matches of the model, as JSON lines");
  command.Footer(
      "Plays the newest model that evaluation.every selects and that has not been evaluated; if it "
      "falls\nbehind, it leaves out the ones between. After the last model it plays "
      "evaluation.final_pairs and\nends. It may start before the run does. The same command "
      "continues after a stop. Further\nprocesses share the games of the matches that one of them "
      "began.\n\n"
      "Examples:\n"
      "  raichi evaluate runs/tablut\n"
      "  raichi evaluate runs/tablut --number 120");
  command.Run([options] { Evaluate(*options); });
}

}  // namespace raichi
