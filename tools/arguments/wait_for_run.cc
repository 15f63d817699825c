#include "tools/arguments/wait_for_run.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <string>
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

namespace {

/// Why no run can ever have this folder; empty if one can.
std::string ReasonAgainst(const fs::path& run) {
  constexpr std::array kLasting = {ENOTDIR, ENAMETOOLONG, ELOOP, EACCES};
  std::error_code error;
  const fs::file_status status = fs::status(run, error);
  if (fs::exists(status) && !fs::is_directory(status)) return "this is a file";
  if (std::ranges::find(kLasting, error.value()) != kLasting.end()) return error.message();
  for (const fs::path& part : run) {  // also behind folders that are not there yet
    if (part.native().size() > NAME_MAX) {
      return std::generic_category().message(ENAMETOOLONG);
    }
  }
  return "";
}

}  // namespace

bool WaitForRun(const fs::path& run, const Interrupt& interrupt) {
  if (const std::string reason = ReasonAgainst(run); !reason.empty()) {
    throw UsageError(run.string() + ": no run can have this folder: " + reason +
                     "; expected the folder of a run, or of one that is to begin");
  }
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
