#include "tools/arguments/run_arguments.h"

#include "app/bench/machine_speed.h"
#include "base/files/paths.h"
#include "base/join.h"
#include "console/progress.h"
#include "run/config/auto_values.h"
#include "run/other_models.h"

namespace raichi {

namespace fs = std::filesystem;

RunConfig RunArguments::Load(const std::vector<std::string>& used_here, bool for_run) const {
  const fs::path path = config;
  const std::optional<FirstModel> first = FindFirstModel(from, Folder());
  return LoadRunConfig(IsFolder(path) ? path / "config.yaml" : path, overrides, used_here,
                       for_run ? Folder() : fs::path(), first ? &*first : nullptr);
}

RunConfig RunArguments::LoadSettled(const std::vector<std::string>& used_here,
                                    std::vector<std::string>* news) const {
  const RunConfig loaded = Load(used_here);
  const bool is_new = !Exists(Folder() / "config.yaml");
  if (is_new && !loaded.selfplay.past_models.model.empty()) FindPastModel(loaded);  // or fail now
  if (loaded.auto_keys.empty()) return loaded;
  RunArguments measured = *this;
  for (const std::string& change : ToChanges(MeasureWithProgress(loaded))) {
    measured.overrides.push_back(change);
  }
  RunConfig settled = measured.Load(used_here);
  news->push_back(DescribeSpeed(settled.machine, settled.budget.minutes));
  news->push_back("chosen for it: " + Join(AutoValuesOf(settled, loaded), " "));
  return settled;
}

MachineSpeed MeasureWithProgress(const RunConfig& config) {
  Progress progress;
  progress.Show("measuring the speed of this machine, to choose the values that are auto");
  return MeasureSpeed(config);
}

fs::path RunArguments::Folder() const {
  if (!dir.empty()) return dir;
  if (IsFolder(config)) return config;
  return fs::path("runs") / fs::path(config).stem();
}

void AddRunOptions(Command command, const std::string& change, RunArguments* arguments) {
  command
      .Add("config", &arguments->config,
           "Run configuration, such as configs/runs/quick.yaml, or an existing run folder")
      .Required();
  command
      .Add("overrides", &arguments->overrides,
           "Changes to the configuration, such as " + change +
               "; once a run has begun, only of keys that may change (docs/configuration.md)")
      .Value("KEY=VALUE");
  command
      .Add("--dir", &arguments->dir,
           "Run folder (default: runs/NAME for NAME.yaml, or the folder that was named)")
      .Value("DIR");
}

void AddFromOption(Command command, RunArguments* arguments) {
  command
      .Add("--from", &arguments->from,
           "Begin a new run with the weights of this model, or of a run's newest one, in place of "
           "random ones")
      .Value("MODEL");
}

}  // namespace raichi
