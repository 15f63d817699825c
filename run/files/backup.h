#pragma once

#include <filesystem>
#include <string>

namespace raichi {

/// Keeps files of a run that are removed or replaced, in a folder `backups/NNNN` of the run. The
/// folder is created when it is first needed, and each start creates its own. Files keep their
/// relative paths below it. Only for the run's owner.
class Backup {
 public:
  explicit Backup(std::filesystem::path run_folder) : run_(std::move(run_folder)) {}

  /// Moves a file or folder of the run, such as RUN/models/000012.
  void Move(const std::filesystem::path& path);
  /// Copies a file of the run that is about to be changed, unless this backup already has a copy.
  void Copy(const std::filesystem::path& path);

  bool is_used() const { return !folder_.empty(); }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  /// Returns the path in the backup for a path of the run, and creates its folder.
  std::filesystem::path PlaceFor(const std::filesystem::path& path);

  std::filesystem::path run_;
  std::filesystem::path folder_;
};

}  // namespace raichi
