#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace raichi {

/// A model of another folder that a run depends on. The run folder holds its name and checksum, so
/// that the run notices if the model changes.
struct PinnedModel {
  std::string word;     // as it was named: models/linnaeus, runs/x
  std::string path;     // the model that the word stood for: runs/x/models/000120
  std::string weights;  // its WeightsChecksum
  int canvas = 0;       // its network's; 0 in files of earlier programs, for that of the run
  bool operator==(const PinnedModel&) const = default;
};

/// Returns the file in a run folder that names the model from which the run began.
std::filesystem::path OriginFile(const std::filesystem::path& run_folder);
/// Returns the file in a run folder that names the model of `selfplay.past_models.model`.
std::filesystem::path PastModelFile(const std::filesystem::path& run_folder);

/// Returns the model that such a file names, or nothing if there is no such file. Throws Error
/// naming the file if it is damaged.
std::optional<PinnedModel> LoadPinnedModel(const std::filesystem::path& file);
/// Writes such a file. Throws Error if a path is not UTF-8.
void SavePinnedModel(const std::filesystem::path& file, const PinnedModel& model);

}  // namespace raichi
