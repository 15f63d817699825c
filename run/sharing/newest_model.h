#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "base/files/files.h"
#include "base/rng.h"

namespace raichi {

/// The pointer RUN/models/newest: a text file with the number of the newest model and a line of
/// checksum (json.h), which older programs left out. The run's owner replaces it when a model is
/// complete, so that other processes can find the newest model by reading one small file. Runs of
/// the oldest programs have none.

/// Makes the pointer name this model. Only for the run's owner.
void WriteNewestModel(const std::filesystem::path& models, int model);
/// Returns the model that the pointer names; nothing if it is missing, damaged or
/// cannot be read now.
std::optional<int> ReadNewestModel(const std::filesystem::path& models);

/// Follows the newest model of a run that another process trains. Not thread-safe.
class NewestModelWatch {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `rng` spreads the times at which the processes of a run look.
  NewestModelWatch(std::filesystem::path models, Rng rng) : models_(std::move(models)), rng_(rng) {}

  /// Returns the newest model that can be read now: that of the pointer or, if there is no pointer
  /// or its model cannot be read yet, the newest one in the folder. Returns nothing if there is
  /// none. Throws VersionError if that model has an unknown version. A pointer that seems to be the
  /// same file as before is read only now and then.
  std::optional<int> Look();
  /// Whether the newest model is another one than `model`. Looks at most every two to five seconds,
  /// and returns false in between and if nothing can be read now.
  bool IsOtherThan(int model, Time now);

  /// Returns the time to wait before looking again: two to five seconds.
  std::chrono::milliseconds Pause();

 private:
  bool CanBeRead(int model);

  std::filesystem::path models_;
  Rng rng_;
  std::optional<int> known_;    // a model that could be read
  std::optional<int> pointed_;  // the model of the pointer at the last reading, if it could be read
  FileStamp stamp_;             // of the pointer then
  int unread_ = 0;              // looks since then
  std::optional<Time> next_look_;
};

}  // namespace raichi
