#include "app/ablate/runs.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "console/child_process.h"
#include "run/config/pinned_rules.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "run/files/state.h"

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
    throw UsageError("expected --budget TIME, or a budget in the configuration");
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

std::vector<std::string> TrainRuns(const std::vector<AblateRun>& runs, const std::stop_token& stop,
                                   Progress* progress) {
  std::vector<std::string> failed;
  for (size_t i = 0; i < runs.size(); ++i) {
    const AblateRun& run = runs[i];
    if (run.IsFinished()) continue;
    if (stop.stop_requested()) break;
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
