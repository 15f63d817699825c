#pragma once

#include <filesystem>
#include <string>

namespace raichi {

/// A short text that changes when a run's folder does: when a shard or a model is added, or when
/// the metrics, the configuration or the state of the run are written. Lists folders, and reads no
/// file.
std::string FolderState(const std::filesystem::path& run);

}  // namespace raichi
