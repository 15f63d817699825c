#pragma once

#include <filesystem>
#include <optional>

#include "nn/model/model_weights.h"

namespace raichi {

/// Reads a model folder of a run for the run's owner: none if it was damaged, a missing
/// model.raichi included, and was set aside. Throws as ReadOrSetAside.
std::optional<Model> ReadModelOrSetAside(const std::filesystem::path& folder);

}  // namespace raichi
