#pragma once

#include <filesystem>
#include <optional>

#include "nn/model/model_weights.h"

namespace raichi {

/// Reads a model folder of a run, on behalf of the run's owner. If it is damaged or lacks
/// model.raichi, sets it aside and returns nothing. Throws the errors of ReadOrSetAside.
std::optional<Model> ReadModelOrSetAside(const std::filesystem::path& folder);

}  // namespace raichi
