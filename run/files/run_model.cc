#include "run/files/run_model.h"

#include <cerrno>
#include <string>

#include "base/error.h"
#include "base/files/patience.h"
#include "run/files/model_id.h"
#include "run/files/set_aside.h"

namespace raichi {

namespace {

/// Reads the model of a folder that is there. A network file system may show its file late.
Model ReadListed(const std::filesystem::path& folder) {
  const Patience patience;
  for (size_t attempt = 0;; ++attempt) {
    try {
      return ReadModel(folder);
    } catch (const ReadError& error) {
      if (error.code() != ENOENT) throw;
    }
    if (attempt == patience.waits.size()) {
      throw DamagedError(ModelFile(folder).string() + ": is missing");
    }
    patience.sleep(patience.waits[attempt]);
  }
}

}  // namespace

std::optional<Model> ReadModelOrSetAside(const std::filesystem::path& folder) {
  Model model;
  if (!ReadOrSetAside(folder, [&] { model = ReadListed(folder); })) return std::nullopt;
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
