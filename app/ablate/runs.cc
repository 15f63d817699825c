#include "app/ablate/runs.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/text.h"
#include "base/threads.h"
#include "console/interrupt.h"
#include "console/log.h"
#include "console/output.h"
#include "run/config/pinned_rules.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "run/files/state.h"
#include "run/sharing/blocks.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

AblateRun RunOf(const Ablation& ablation, const Variant& variant, uint64_t seed) {
  std::vector<std::string> overrides = ablation.plan.ChangesOf(variant);
  for (const char* none : {"evaluation.every=0", "evaluation.final_pairs=0"}) {
    overrides.emplace_back(none);
  }
  overrides.push_back(fmt::format("seed={}", seed));
  AblateRun run;
  run.variant = variant.name;
  run.seed = seed;
  run.name = fmt::format("{}/seed-{}", variant.name, seed);
  run.folder = ablation.RunFolderOf(run.variant, seed);
  run.config = LoadRunConfig(ablation.config_file, overrides, {},
                             run.IsBegun() ? run.folder : ablation.FolderOfRules());
  RequireSettled(run.config, "variant " + variant.name);
  const Budget& budget = run.config.budget;
  if (budget.minutes <= 0 && budget.games == 0 && budget.steps == 0) {
    throw UsageError("expected --budget, or a budget in the configuration");
  }
  return run;
}

/// Throws Error if the run was begun with another configuration or forked from another state.
void CheckBegun(const AblateRun& run, const std::string& from) {
  if (!run.IsBegun()) return;
  RequireSameRun(run.folder / "config.yaml", run.config, Changes::kNone);
  const std::optional<ForkOrigin> origin = LoadForkOrigin(run.folder);
  if (origin ? origin->IsNamedBy(from) : from.empty()) return;
  throw Error(run.folder.string() + ": this run was begun from " +
              (origin ? origin->Name() : "nothing") + "; choose another --dir");
}

}  // namespace

bool AblateRun::IsBegun() const { return raichi::IsBegun(folder); }

bool AblateRun::IsFinished() const { return LoadRunState(folder).finished; }

RunCounts CountsOf(const AblateRun& run) {
  RunCounts counts;
  counts.minutes = LoadRunState(run.folder).seconds / 60;
  const JsonLog log(run.folder / "metrics" / "progress.jsonl");
  const ForkOrigin before = LoadForkOrigin(run.folder).value_or(ForkOrigin{});
  log.ForEach([&](const Json& line) {  // the last line counts
    const Json& train = line.at("train");
    counts.games = line.value("games", 0.0) - static_cast<double>(before.games);
    counts.positions = train.value("positions_made", 0.0) - static_cast<double>(before.positions);
    counts.steps = train.value("step", 0.0) - static_cast<double>(before.steps);
  });
  return counts;
}

std::vector<AblateRun> RunsOf(const Ablation& ablation) {
  std::vector<AblateRun> runs;
  std::map<std::string, std::string> variants;  // by configuration
  for (int i = 0; i < ablation.plan.seeds; ++i) {
    for (const Variant& variant : ablation.plan.variants) {
      runs.push_back(RunOf(ablation, variant, ablation.base.seed + static_cast<uint64_t>(i)));
      const AblateRun& run = runs.back();
      CheckBegun(run, ablation.plan.from);
      const auto [same, is_new] = variants.emplace(ToYaml(run.config), variant.name);
      if (is_new) continue;
      throw UsageError("variants " + same->second + " and " + variant.name +
                       " are the same configuration");
    }
  }
  return runs;
}

AblateRun ReferenceOf(const Ablation& ablation) {
  return RunOf(ablation, {.name = "reference", .overrides = {}}, ablation.base.seed + kMostSeeds);
}

std::optional<ForkPoint> ForkPointFor(const std::vector<AblateRun>& runs, const std::string& from) {
  if (from.empty() || std::ranges::all_of(runs, &AblateRun::IsBegun)) return std::nullopt;
  std::string word = from;
  for (const AblateRun& run : runs) {
    if (const auto origin = LoadForkOrigin(run.folder)) word = origin->Name();
  }
  const ForkPoint point(word);
  for (const AblateRun& run : runs) point.Check(run.config);
  return point;
}

void BeginRuns(const std::vector<AblateRun>& runs, const std::optional<ForkPoint>& from) {
  for (const AblateRun& run : runs) {
    if (run.IsBegun()) continue;
    if (from) {
      from->Begin(run.config, run.folder);
    } else {
      const RunFolder made(run.folder, run.config);
    }
  }
}

double SpentOf(const AblateRun& run) {
  if (run.IsFinished()) return 1;
  const Budget& budget = run.config.budget;
  const RunCounts counts = run.IsBegun() ? CountsOf(run) : RunCounts();
  double spent = 0;
  const auto count = [&spent](double made, double limit) {
    if (limit > 0) spent = std::max(spent, made / limit);
  };
  count(counts.games, static_cast<double>(budget.games));
  count(counts.steps, static_cast<double>(budget.steps));
  count(counts.minutes, budget.minutes);
  return std::min(spent, 1.0);
}

namespace {

/// The runs of one call of TrainRuns.
class Training {
 public:
  Training(const Ablation& ablation, const std::vector<AblateRun>& runs, Progress* progress)
      : runs_(runs),
        at_once_(std::max(1, ablation.plan.at_once)),
        progress_(progress),
        queue_(ablation.FolderOfWork()) {
    for (const AblateRun& run : runs_) {
      blocks_.push_back(BlockOf(ablation, run));
      if (Exists(blocks_.back()) && !run.IsFinished())
        RemoveFile(blocks_.back());  // it was removed
      queue_.Add(blocks_.back(), blocks_.size() - 1);
    }
  }

  std::vector<std::string> Run(const std::stop_token& stop) {
    crew_.Run(
        at_once_,
        [&](int, const std::stop_token& stop_worker) {
          while (const auto turn = queue_.Wait(stop_worker)) {
            if (turn->claim) Train(turn->number, stop_worker);
          }
        },
        [&] { return Attend() && !stop.stop_requested(); });
    Attend();
    progress_->Finish();
    return failed_;
  }

 private:
  /// Returns the work of all runs, in runs.
  double Work() const {
    double work = 0;
    for (const AblateRun& run : runs_) work += 1 - SpentOf(run);
    return work;
  }

  /// Trains a run. What the process says is seen only if it is the only one; its log has it.
  void Train(size_t number, const std::stop_token& stop) {
    const AblateRun& run = runs_[number];
    int status = 0;
    if (!run.IsFinished()) {
      Tell(fmt::format("run {} of {}: {}", number + 1, runs_.size(), run.name), &news_);
      status = RunThisProgram({"run", run.folder.string(), "--json"}, stop,
                              at_once_ == 1 ? ChildErrors::kShown : ChildErrors::kHidden);
    }
    if (run.IsFinished()) return PublishBlock(blocks_[number], "finished\n");
    if (stop.stop_requested()) return;
    Tell(run.name, &failed_);
    Tell(fmt::format("run {} ended with status {}; see {}", run.name, status,
                     (run.folder / "logs" / "raichi.log").string()),
         &trouble_);
  }

  void Tell(const std::string& what, std::vector<std::string>* list) {
    const std::scoped_lock lock(crew_.mutex());
    list->push_back(what);
  }

  bool Attend() {
    {
      const std::scoped_lock lock(crew_.mutex());
      for (const std::string& line : std::exchange(news_, {})) progress_->Print(line);
      for (const std::string& line : std::exchange(trouble_, {})) PrintWarning(line);
    }
    constexpr auto kBetween = std::chrono::seconds(2);
    const auto now = std::chrono::steady_clock::now();
    if (at_once_ == 1 || now - last_look_ < kBetween || !progress_->IsDue()) return true;
    last_look_ = now;
    const double left = Work();
    const auto finished = std::ranges::count_if(runs_, &AblateRun::IsFinished);
    progress_->Show(fmt::format("{} of {} runs finished, {:.0f} % of the work{}", finished,
                                runs_.size(), 100 * (1 - left / static_cast<double>(runs_.size())),
                                clock_.TimeLeft(work_ - left)));
    return true;
  }

  const std::vector<AblateRun>& runs_;
  const int at_once_;
  Progress* const progress_;
  const double work_ = Work();
  WorkClock clock_{work_};
  std::chrono::steady_clock::time_point last_look_;
  BlockQueue queue_;
  std::vector<fs::path> blocks_;  // by run
  Crew crew_;
  // Guarded by the crew's mutex:
  std::vector<std::string> failed_, news_, trouble_;
};

}  // namespace

fs::path BlockOf(const Ablation& ablation, const AblateRun& run) {
  return ablation.FolderOfWork() / "runs" / run.name;
}

std::vector<std::string> TrainRuns(const Ablation& ablation, const std::vector<AblateRun>& runs,
                                   const std::stop_token& stop, Progress* progress) {
  return Training(ablation, runs, progress).Run(stop);
}

}  // namespace raichi
