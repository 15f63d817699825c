#include "app/report/live/folder_state.h"

#include <functional>

#include "base/error.h"
#include "base/files/files.h"
#include "selfplay/records/run_shards.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

std::string StateOf(const fs::path& path) {
  const FileStamp stamp = StampOf(path);
  return path.string() + " " + std::to_string(stamp.time) + " " + std::to_string(stamp.size) + "\n";
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
