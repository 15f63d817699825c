#include "tools/ablate_runs.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>

#include "rules/error.h"
#include "tools/child_process.h"
#include "tools/json_log.h"
#include "tools/run_folder.h"
#include "tools/run_state.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

AblateRun RunOf(const Ablation& ablation, const Variant& variant, uint64_t seed) {
  std::vector<std::string> overrides = ablation.plan.overrides;
  overrides.insert(overrides.end(), variant.overrides.begin(), variant.overrides.end());
  for (const char* none : {"evaluation.every=0", "evaluation.final_pairs=0"}) {
    overrides.emplace_back(none);
  }
  overrides.push_back(fmt::format("seed={}", seed));
  AblateRun run;
  run.variant = variant.name;
  run.seed = seed;
  run.name = fmt::format("{}/seed-{}", variant.name, seed);
  run.folder = ablation.dir / run.name;
  run.config = LoadRunConfig(ablation.config_file, overrides);
  const Budget& budget = run.config.budget;
  if (budget.minutes <= 0 && budget.games == 0 && budget.steps == 0) {
    throw UsageError("expected --budget TIME, or a budget in the configuration");
  }
  return run;
}

bool IsBegun(const AblateRun& run) { return fs::exists(run.folder / "config.yaml"); }

/// A run that was begun must be the one that is meant.
void CheckBegun(const AblateRun& run, const std::optional<ForkPoint>& from) {
  if (!IsBegun(run)) return;
  const RunFolder same(run.folder, ToYaml(run.config), {});
  const std::optional<ForkOrigin> origin = LoadForkOrigin(run.folder);
  if (!origin && !from) return;
  if (origin && from && origin->run == from->run() && origin->model == from->model()) return;
  throw Error(run.folder.string() + ": this run was begun from " +
              (origin ? origin->run + "@" + RunFolder::Numbered(origin->model) : "nothing") +
              "; choose another --dir");
}

void Begin(const AblateRun& run, const std::optional<ForkPoint>& from) {
  if (IsBegun(run)) return;
  if (!from) {
    const RunFolder made(run.folder, ToYaml(run.config), {});
    return;
  }
  fs::create_directories(run.folder.parent_path());
  from->Begin(run.config, run.folder);
}

}  // namespace

bool AblateRun::IsFinished() const { return LoadRunState(folder).finished; }

RunCounts CountsOf(const AblateRun& run) {
  RunCounts counts;
  counts.minutes = LoadRunState(run.folder).seconds / 60;
  const JsonLog log(run.folder / "metrics" / "progress.jsonl");
  if (log.lines().empty()) return counts;
  const Json& last = log.lines().back();
  const ForkOrigin before = LoadForkOrigin(run.folder).value_or(ForkOrigin{});
  counts.games = last.value("games", 0.0) - static_cast<double>(before.games);
  counts.positions =
      last.at("train").value("positions_made", 0.0) - static_cast<double>(before.positions);
  counts.steps = last.at("train").value("step", 0.0) - static_cast<double>(before.steps);
  return counts;
}

std::vector<AblateRun> RunsOf(const Ablation& ablation, const std::optional<ForkPoint>& from) {
  std::vector<AblateRun> runs;
  std::map<std::string, std::string> variants;  // by configuration
  for (int i = 0; i < ablation.plan.seeds; ++i) {
    for (const Variant& variant : ablation.plan.variants) {
      runs.push_back(RunOf(ablation, variant, ablation.base.seed + static_cast<uint64_t>(i)));
      const AblateRun& run = runs.back();
      if (from) from->Check(run.config);
      CheckBegun(run, from);
      const auto [same, is_new] = variants.emplace(ToYaml(run.config), variant.name);
      if (is_new) continue;
      throw UsageError("variants " + same->second + " and " + variant.name +
                       " are the same configuration");
    }
  }
  return runs;
}

std::vector<std::string> TrainRuns(const std::vector<AblateRun>& runs,
                                   const std::optional<ForkPoint>& from,
                                   const std::stop_token& stop, Progress* progress) {
  std::vector<std::string> failed;
  for (size_t i = 0; i < runs.size(); ++i) {
    const AblateRun& run = runs[i];
    if (run.IsFinished()) continue;
    if (stop.stop_requested()) break;
    Begin(run, from);
    const double left = SecondsLeft({runs.begin() + static_cast<std::ptrdiff_t>(i), runs.end()});
    progress->Print(fmt::format("run {} of {}: {}{}", i + 1, runs.size(), run.name,
                                left > 0 ? ", " + FormatSeconds(left) + " left in all" : ""));
    const int status = RunThisProgram({"run", run.folder.string(), "--json"}, stop);
    if (run.IsFinished() || stop.stop_requested()) continue;
    PrintWarning(fmt::format("run {} ended with status {}", run.name, status));
    failed.push_back(run.name);
  }
  return failed;
}

double SecondsLeft(const std::vector<AblateRun>& runs) {
  double seconds = 0;
  for (const AblateRun& run : runs) {
    if (run.IsFinished()) continue;
    seconds += std::max(0.0, run.config.budget.minutes * 60 - LoadRunState(run.folder).seconds);
  }
  return seconds;
}

}  // namespace raichi
