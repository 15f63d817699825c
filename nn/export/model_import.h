#pragma once

#include <filesystem>
#include <string>

#include "nn/model/model.h"

namespace raichi {

/// Makes a model of the content of a safetensors export (docs/model-format.md), of Raichi or of
/// another program. Without a checksum the file is taken as it is. The model evaluates every
/// position as the export, to the last bit. What an export lacks is as in a new network: the
/// auxiliary heads. Each norm does nothing until training finds its statistics. Errors call the
/// file `path`. Throws DamagedError if the content is damaged or if its arrays do not fit its
/// architecture, and VersionError if this program cannot compute it.
Model ImportModel(const std::string& bytes, const std::filesystem::path& path);

}  // namespace raichi
