#include "run/files/state.h"

#include <exception>

#include "console/output.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

std::filesystem::path StateFile(const std::filesystem::path& run_folder) {
  return run_folder / "state.json";
}

}  // namespace

RunState LoadRunState(const std::filesystem::path& run_folder) {
  try {
    constexpr uint64_t kMaxStateBytes = 1 << 16;
    const Json json = Json::parse(ReadFile(StateFile(run_folder), kMaxStateBytes));
    return {.model = json.value("model", 0),
            .seconds = json.value("seconds", 0.0),
            .finished = json.value("finished", false)};
  } catch (const std::exception&) {
    return {};
  }
}

void SaveRunState(const std::filesystem::path& run_folder, const RunState& state) {
  const Json json = {
      {"model", state.model}, {"seconds", state.seconds}, {"finished", state.finished}};
  AtomicWrite(StateFile(run_folder), json.dump() + "\n");
}

}  // namespace raichi
