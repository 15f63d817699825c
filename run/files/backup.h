#pragma once

#include <filesystem>
#include <string>

namespace raichi {

/// Keeps what a run takes back: a folder `backups/NNNN` of the run, made when it is first needed
/// and never used again by a later start. Files keep their places below it. Only for the run's
/// owner.
class Backup {
 public:
  explicit Backup(std::filesystem::path run_folder) : run_(std::move(run_folder)) {}

  /// Moves a file or folder of the run, such as RUN/models/000012.
  void Move(const std::filesystem::path& path);
  /// Copies a file of the run that is about to be changed, unless an earlier copy is there.
  void Copy(const std::filesystem::path& path);

  bool is_used() const { return !folder_.empty(); }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  /// The place of a path in the backup, its folder made.
  std::filesystem::path PlaceFor(const std::filesystem::path& path);

  std::filesystem::path run_;
  std::filesystem::path folder_;
};

}  // namespace raichi
