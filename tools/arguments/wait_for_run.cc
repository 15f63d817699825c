#include "tools/arguments/wait_for_run.h"

#include <chrono>
#include <thread>

#include "console/log.h"

namespace raichi {

namespace fs = std::filesystem;

fs::path FolderToWaitFor(const RunArguments& run) {
  const bool is_file = fs::path(run.config).extension() == ".yaml";
  return run.dir.empty() && !is_file ? fs::path(run.config) : run.Folder();
}

bool WaitForRun(const fs::path& run, const Interrupt& interrupt) {
  const auto is_there = [&] { return fs::exists(run / "config.yaml"); };
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
