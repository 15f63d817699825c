#include "run/files/run_model.h"

#include <string>

#include "base/error.h"
#include "run/files/model_id.h"
#include "run/files/set_aside.h"

namespace raichi {

std::optional<Model> ReadModelOrSetAside(const std::filesystem::path& folder) {
  Model model;
  const auto read = [&] {
    const std::filesystem::path file = ModelFile(folder);
    if (!std::filesystem::exists(file)) throw DamagedError(file.string() + ": is missing");
    model = ReadModel(folder);
  };
  if (!ReadOrSetAside(folder, read)) return std::nullopt;
  return model;
}

Model ReadPinnedModel(const PinnedModel& pinned) {
  Model model = ReadModel(pinned.path);
  if (WeightsChecksum(model.info.network, model.weights) == pinned.weights) return model;
  throw Error(pinned.path +
              ": its weights have changed since the run began with it; put the model " +
              "with the weights " + pinned.weights + " back, or begin a new run in another --dir");
}

}  // namespace raichi
