#include "tools/arguments/wait_for_run.h"

#include <chrono>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "base/files/paths.h"
#include "console/log.h"
#include "rules/files/program_data.h"
#include "run/sharing/folder_kind.h"

namespace raichi {

namespace fs = std::filesystem;

fs::path FolderToWaitFor(const RunArguments& run) {
  const bool is_file = fs::path(run.config).extension() == ".yaml";
  if (is_file && !Exists(OwnOrShipped(run.config))) {
    throw UsageError(run.config + ": there is no such configuration");
  }
  return run.dir.empty() && !is_file ? fs::path(run.config) : run.Folder();
}

bool WaitForRun(const fs::path& run, const Interrupt& interrupt) {
  const auto is_there = [&] {
    std::error_code none;
    return fs::exists(run / "config.yaml", none);
  };
  if (const auto kind = KindOf(run); kind && kind != FolderKind::kRun) RequireRun(run);
  if (!is_there()) {
    PrintInfo(run.string() + ": waiting for the run, which 'raichi train' or 'raichi run' begins");
  }
  while (!interrupt.IsRequested()) {
    if (is_there()) return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

}  // namespace raichi
