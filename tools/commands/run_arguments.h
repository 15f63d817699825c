#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "run/config/config.h"
#include "tools/options/options.h"

namespace raichi {

/// The arguments that name a run: a configuration file, changes to it, and the run folder.
struct RunArguments {
  std::string config;  // a configuration file, or a run folder, whose config.yaml is meant
  std::vector<std::string> overrides;
  std::string dir;

  /// The configuration, for a process that uses the devices of these sections (LoadRunConfig).
  /// Without `for_run`, the rules that the run folder has copies of do not matter.
  RunConfig Load(const std::vector<std::string>& used_here, bool for_run = true) const;
  /// `--dir`; without it the run folder that `config` names, otherwise runs/NAME, where NAME is the
  /// configuration file's name.
  std::filesystem::path Folder() const;
};

void AddRunOptions(Command command, RunArguments* arguments);

}  // namespace raichi
