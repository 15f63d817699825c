#include "run/players/run_models.h"

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "nn/model/model.h"
#include "run/files/folder.h"
#include "run/players/find_model.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPastModelKey = "selfplay.past_models.model: ";

FirstModel ReadFirstModel(const std::string& word, const fs::path& path) {
  const Model model = ReadModel(path);
  return {.model = {.word = word,
                    .path = AbsolutePath(path).lexically_normal().string(),
                    .weights = WeightsChecksum(model.info.network, model.weights),
                    .canvas = model.info.network.canvas},
          .network = model.info.network};
}

}  // namespace

std::optional<FirstModel> FindFirstModel(const std::string& word, const fs::path& run_folder) {
  if (word.empty()) return std::nullopt;
  if (!Exists(run_folder / "config.yaml")) return ReadFirstModel(word, FindModel(word));
  const std::optional<PinnedModel> origin = LoadPinnedModel(OriginFile(run_folder));
  if (origin && (origin->word == word ||
                 origin->weights == ReadFirstModel(word, FindModel(word)).model.weights)) {
    return std::nullopt;
  }
  throw Error(run_folder.string() + ": this run was begun from " +
              (origin ? origin->path : "random weights") + ", not from " + word +
              "; continue it without --from or choose another --dir");
}

PinnedModel FindPastModel(const RunConfig& config) {
  const std::string& word = config.selfplay.past_models.model;
  const std::optional<fs::path> path = LookForModel(word);
  if (!path) {
    throw Error(
        kPastModelKey +
        ("expected a model (runs/x/models/000120) or a run's folder, found '" + word + "'"));
  }
  const FirstModel found = ReadFirstModel(word, *path);
  const int canvas = found.network.canvas, largest = LargestBoard(config);
  if (canvas >= largest) return found.model;
  throw Error(kPastModelKey + ("expected a model for boards of " + std::to_string(largest)) +
              " squares a side, found " + found.model.path + " for at most " +
              std::to_string(canvas));
}

void PinPastModel(const RunConfig& config, const fs::path& run_folder) {
  if (config.selfplay.past_models.model.empty()) return;
  const fs::path file = PastModelFile(run_folder);
  if (!Exists(file)) SavePinnedModel(file, FindPastModel(config));
}

}  // namespace raichi
