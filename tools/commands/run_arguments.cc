#include "tools/commands/run_arguments.h"

namespace raichi {

namespace fs = std::filesystem;

RunConfig RunArguments::Load(const std::vector<std::string>& used_here) const {
  const fs::path path = config;
  return LoadRunConfig(fs::is_directory(path) ? path / "config.yaml" : path, overrides, used_here,
                       Folder());
}

fs::path RunArguments::Folder() const {
  if (!dir.empty()) return dir;
  if (fs::is_directory(config)) return config;
  return fs::path("runs") / fs::path(config).stem();
}

void AddRunOptions(CLI::App& command, RunArguments* arguments) {
  command
      .add_option("config", arguments->config,
                  "Run configuration, as in configs/runs/, or the folder of a run")
      ->required();
  command.add_option("overrides", arguments->overrides,
                     "Changes to it, as in budget.minutes=30 selfplay.full_visits=64");
  command.add_option("--dir", arguments->dir,
                     "Run folder (default: runs/ and the configuration's name)");
}

}  // namespace raichi
