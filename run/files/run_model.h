#pragma once

#include <filesystem>
#include <optional>

#include "nn/model/model_weights.h"
#include "run/config/pinned_model.h"

namespace raichi {

/// Reads a model folder of a run, on behalf of the run's owner. If it is damaged or lacks
/// model.raichi, sets it aside and returns nothing. Throws the errors of ReadOrSetAside.
std::optional<Model> ReadModelOrSetAside(const std::filesystem::path& folder);

/// Reads a model that a run has pinned. Throws Error naming the model if its weights have changed
/// since, and the errors of ReadModel.
Model ReadPinnedModel(const PinnedModel& pinned);

}  // namespace raichi
