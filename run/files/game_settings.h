#pragma once

#include <filesystem>

#include "run/config/config.h"

namespace raichi {

/// Throws Error naming what differs if the games in `folder` were begun with other weights or with
/// other values of `seed`, `selfplay` or `random_rules`. FOLDER/settings.json, which the first call
/// writes, holds them. A key that it lacks is not compared. Only for the folder's writer.
void RequireSameSettings(const std::filesystem::path& folder, RunConfig config,
                         const std::filesystem::path& model);

}  // namespace raichi
