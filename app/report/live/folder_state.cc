#include "app/report/live/folder_state.h"

#include <cstdint>
#include <functional>
#include <system_error>

#include "base/error.h"
#include "selfplay/records/run_shards.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Name, size and time of a file, or of a folder, whose time changes when its entries do.
std::string StateOf(const fs::path& path) {
  std::error_code missing;
  const auto time = fs::last_write_time(path, missing).time_since_epoch().count();
  if (missing) return path.string() + " -\n";
  const uintmax_t size = fs::is_regular_file(path, missing) ? fs::file_size(path, missing) : 0;
  return path.string() + " " + std::to_string(time) + " " + std::to_string(size) + "\n";
}

}  // namespace

std::string FolderState(const fs::path& run) {
  std::string text;
  for (const char* name :
       {"config.yaml", "state.json", "metrics/progress.jsonl", "metrics/matches.jsonl", "models"}) {
    text += StateOf(run / name);
  }
  try {
    for (const fs::path& folder : RunShards(run / "games").Folders()) text += StateOf(folder);
  } catch (const Error& error) {
    text += error.what();
  }
  constexpr int kBase = 16;
  std::string hex;
  for (size_t hash = std::hash<std::string>()(text); hash != 0; hash /= kBase) {
    hex += "0123456789abcdef"[hash % kBase];
  }
  return hex;
}

}  // namespace raichi
