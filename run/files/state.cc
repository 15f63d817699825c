#include "run/files/state.h"

#include <optional>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/patience.h"
#include "base/json.h"
#include "base/sums.h"
#include "console/progress.h"
#include "run/files/set_aside.h"

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

}  // namespace raichi
