#include "tools/commands/run_arguments.h"

namespace raichi {

namespace fs = std::filesystem;

RunConfig RunArguments::Load(const std::vector<std::string>& used_here, bool for_run) const {
  const fs::path path = config;
  return LoadRunConfig(fs::is_directory(path) ? path / "config.yaml" : path, overrides, used_here,
                       for_run ? Folder() : fs::path());
}

fs::path RunArguments::Folder() const {
  if (!dir.empty()) return dir;
  if (fs::is_directory(config)) return config;
  return fs::path("runs") / fs::path(config).stem();
}

void AddRunOptions(Command command, RunArguments* arguments) {
  command
      .Add("config", &arguments->config,
           "Run configuration, such as configs/runs/quick.yaml, or an existing run folder")
      .Required();
  command.Add("overrides", &arguments->overrides,
              "Changes to the configuration, such as budget.minutes=30 selfplay.full_visits=64");
  command.Add("--dir", &arguments->dir, "Run folder (default: runs/ and the configuration's name)")
      .Value("DIR");
}

}  // namespace raichi
