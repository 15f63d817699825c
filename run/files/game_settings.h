#pragma once

#include <filesystem>

#include "run/config/config.h"

namespace raichi {

/// Throws Error naming what differs if the games in `folder` were begun with another model or with
/// other settings of self-play. FOLDER/settings.json holds those of the first call.
void RequireSameSettings(const std::filesystem::path& folder, RunConfig config,
                         const std::filesystem::path& model);

}  // namespace raichi
