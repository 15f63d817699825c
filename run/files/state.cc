#include "run/files/state.h"

#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "console/output.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

fs::path StateFile(const fs::path& run_folder) { return run_folder / "state.json"; }

/// Returns nothing if there is no such file.
std::optional<RunState> ReadState(const fs::path& file) {
  constexpr uint64_t kMaxStateBytes = 1 << 16;
  const std::optional<std::string> text = ReadFileIfThere(file, kMaxStateBytes);
  if (!text) return std::nullopt;
  return ReadJson<DamagedError>(file.string() + ": ", [&]() -> std::optional<RunState> {
    Json json = ParseJson(*text);
    TakeSum(&json);
    return RunState{.model = json.at("model").get<int>(),
                    .seconds = json.at("seconds").get<double>(),
                    .finished = json.at("finished").get<bool>()};
  });
}

}  // namespace

RunState ReadRunState(const fs::path& run_folder) {
  const fs::path file = StateFile(run_folder);
  return ReadPatiently(Patience(), [&] { return ReadState(file); }).value_or(RunState());
}

RunState LoadRunState(const fs::path& run_folder) {
  try {
    return ReadRunState(run_folder);
  } catch (const Error&) {
    return {};
  }
}

void SaveRunState(const fs::path& run_folder, const RunState& state) {
  const Json json = {
      {"model", state.model}, {"seconds", state.seconds}, {"finished", state.finished}};
  AtomicWrite(StateFile(run_folder), JsonText(WithSum(json)) + "\n");
}

void RepairRunState(const fs::path& run_folder, const RunState& known) {
  const fs::path file = StateFile(run_folder);
  const bool was_there = Exists(file);
  if (was_there && ReadOrSetAside(file, [&] { ReadState(file); })) return;
  if (!was_there && known.model == 0) return;  // the run has just begun
  PrintWarning(file.string() + ": " + (was_there ? "damaged" : "missing") +
               "; the run's other files record " + FormatSeconds(known.seconds) + " of work");
  SaveRunState(run_folder, known);
}

namespace fs = std::filesystem;

constexpr uint64_t kMaxCopyBytes = uint64_t{1} << 30;

fs::path Backup::PlaceFor(const fs::path& path) {
  if (folder_.empty()) {
    CreateFolders(run_ / "backups");
    for (int number = 1; folder_.empty(); ++number) {
      char name[16];
      std::snprintf(name, sizeof name, "%04d", number);
      if (MakeFolder(run_ / "backups" / name)) folder_ = run_ / "backups" / name;
    }
  }
  const fs::path place = folder_ / path.lexically_relative(run_);
  CreateFolders(place.parent_path());
  return place;
}

void Backup::Move(const fs::path& path) { MoveFile(path, PlaceFor(path)); }

void Backup::Copy(const fs::path& path) {
  const fs::path place = PlaceFor(path);
  if (!Exists(place)) AtomicWrite(place, ReadFile(path, kMaxCopyBytes));
}

namespace fs = std::filesystem;

void SetAside(const fs::path& path, const Error& damage) {
  try {
    const fs::path bad = RenameToBad(path);
    PrintWarning(std::string(damage.what()) + "; set aside as " + bad.filename().string());
  } catch (const WriteError& error) {
    if (error.code() != ENOENT) throw;  // else another process was faster
  }
}

bool ReadOrSetAside(const fs::path& path, const std::function<void()>& read) {
  try {
    ReadPatiently(Patience{}, read);
    return true;
  } catch (const DamagedError& error) {
    SetAside(path, error);
    return false;
  }
}

namespace {

/// Returns the settings on which games depend: {"weights": "0123456789abcdef", "seed": "1", …}.
Json SettingsOf(RunConfig config, const std::filesystem::path& model) {
  KeyList list;
  ListKeys(&config, &list);
  Json settings = {{"weights", WeightsChecksum(model)}};
  for (const ConfigKey& key : list.keys()) {
    const bool matters = key.name == "seed" || key.name.starts_with("selfplay.") ||
                         key.name.starts_with("random_rules.");
    if (matters) settings[key.name] = key.Text();
  }
  return settings;
}

}  // namespace

void RequireSameSettings(const std::filesystem::path& folder, RunConfig config,
                         const std::filesystem::path& model) {
  const Json now = SettingsOf(std::move(config), model);
  JsonLog file(folder / "settings.json");
  if (file.lines().empty()) return file.Append(now);
  std::string list;
  file.ForEach([&](const Json& begun) {
    for (const auto& [key, value] : now.items()) {
      const Json before = begun.value(key, value);  // an older program had no such key
      if (before == value) continue;
      list += (list.empty() ? "" : ", ") + key + " " + before.get<std::string>() + ", not " +
              value.get<std::string>();
    }
  });
  if (list.empty()) return;
  throw Error(file.path().string() + ": these games were begun with " + list +
              "; continue with the same settings or choose another folder");
}

}  // namespace raichi
