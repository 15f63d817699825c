#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/error.h"
#include "run/config/config.h"

namespace raichi {

/// The contents of RUN/state.json: the facts that a later start cannot derive from other files.
struct RunState {
  int model = 0;          // the newest model
  double seconds = 0;     // of work, over all starts
  bool finished = false;  // the budget is spent and the owner's last evaluation done
};

/// Returns an empty state if there is no file. Throws Error if it is damaged. Changes nothing.
RunState ReadRunState(const std::filesystem::path& run_folder);
/// The same, but a damaged file is an empty state too.
RunState LoadRunState(const std::filesystem::path& run_folder);
void SaveRunState(const std::filesystem::path& run_folder, const RunState& state);

/// If the file is missing or damaged although the run has worked, warns and writes the state
/// `known`, which was derived from other files. Sets a damaged file aside. Only for the run's
/// owner, before LoadRunState.
void RepairRunState(const std::filesystem::path& run_folder, const RunState& known);

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

/// Renames a damaged file or folder to its BadName (base/files/files.h), with a warning that
/// gives the reason. Only the owner of a run may do this: the process that holds the lock of
/// training, or of the stream whose shard it is.
void SetAside(const std::filesystem::path& path, const Error& damage);

/// Calls `read`, which reads the file or folder `path`, on behalf of the run's owner. If the file
/// is damaged, also at a second attempt, sets `path` aside and returns false. Retries after a
/// ReadError as Patience says, then throws it. Throws every other error, such as VersionError, at
/// once.
bool ReadOrSetAside(const std::filesystem::path& path, const std::function<void()>& read);

/// Throws Error naming what differs if the games in `folder` were begun with other weights or with
/// other values of `seed`, `selfplay` or `random_rules`. FOLDER/settings.json, which the first call
/// writes, holds them. A key that it lacks is not compared. Only for the folder's writer.
void RequireSameSettings(const std::filesystem::path& folder, RunConfig config,
                         const std::filesystem::path& model);

}  // namespace raichi
