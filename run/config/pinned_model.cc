#include "run/config/pinned_model.h"

#include "base/error.h"
#include "base/files/files.h"
#include "console/output.h"
#include "nn/model/json_fault.h"

namespace raichi {

namespace fs = std::filesystem;

fs::path OriginFile(const fs::path& run_folder) { return run_folder / "origin.json"; }

fs::path PastModelFile(const fs::path& run_folder) { return run_folder / "past_model.json"; }

std::optional<PinnedModel> LoadPinnedModel(const fs::path& file) {
  if (!fs::exists(file)) return std::nullopt;
  constexpr uint64_t kMaxBytes = 1 << 16;
  try {
    const Json json = Json::parse(ReadFile(file, kMaxBytes));
    return PinnedModel{.word = json.at("word"),
                       .path = json.at("model"),
                       .weights = json.at("weights"),
                       .canvas = json.value("canvas", 0)};
  } catch (const Json::exception& error) {
    throw Error(file.string() + ": " + JsonFault(error));
  }
}

void SavePinnedModel(const fs::path& file, const PinnedModel& model) {
  const Json json = {{"word", model.word},
                     {"model", model.path},
                     {"weights", model.weights},
                     {"canvas", model.canvas}};
  std::string text;
  try {
    text = json.dump();
  } catch (const Json::exception&) {
    throw Error(model.path + ": this path is not UTF-8, so the run cannot note it; rename it");
  }
  AtomicWrite(file, text + "\n");
}

}  // namespace raichi
