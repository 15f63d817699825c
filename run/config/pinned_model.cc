#include "run/config/pinned_model.h"

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/patience.h"
#include "base/json.h"
#include "base/sums.h"

namespace raichi {

namespace fs = std::filesystem;

fs::path OriginFile(const fs::path& run_folder) { return run_folder / "origin.json"; }

fs::path PastModelFile(const fs::path& run_folder) { return run_folder / "past_model.json"; }

std::optional<PinnedModel> LoadPinnedModel(const fs::path& file) {
  if (!Exists(file)) return std::nullopt;
  constexpr uint64_t kMaxBytes = 1 << 16;
  return ReadJson(file.string() + ": ", [&] {
    Json json = ParseJson(ReadPatiently(Patience(), [&] { return ReadFile(file, kMaxBytes); }));
    TakeSum(&json);
    return PinnedModel{.word = json.at("word"),
                       .path = json.at("model"),
                       .weights = json.at("weights"),
                       .canvas = json.value("canvas", 0)};
  });
}

void SavePinnedModel(const fs::path& file, const PinnedModel& model) {
  const Json json = {{"word", model.word},
                     {"model", model.path},
                     {"weights", model.weights},
                     {"canvas", model.canvas}};
  AtomicWrite(file, JsonText(WithSum(json)) + "\n");
}

}  // namespace raichi
