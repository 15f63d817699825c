#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "run/config/config.h"

namespace raichi {

/// What names a run on the command line: a configuration file and changes to it, and the run
/// folder.
struct RunArguments {
  std::string config;  // a file, or a run folder whose config.yaml it is
  std::vector<std::string> overrides;
  std::string dir;

  /// For a process that uses these sections' devices (LoadRunConfig).
  RunConfig Load(const std::vector<std::string>& used_here) const;
  /// `--dir`, else the run folder given, else runs/ and the configuration's name.
  std::filesystem::path Folder() const;
};

void AddRunOptions(CLI::App& command, RunArguments* arguments);

}  // namespace raichi
