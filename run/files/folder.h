#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "run/config/config_changes.h"
#include "run/sharing/run_lock.h"

namespace raichi {

/// The folder through which the processes of a run share their data: `config.yaml`, `games/`,
/// `models/NNNNNN`, `optimizer/NNNNNN`, `metrics/`. All files in it are written atomically, except
/// logs and `.jsonl` files, which grow by whole lines.
class RunFolder {
 public:
  /// Opens or creates the run folder. The first start writes the configuration, its origin
  /// (pinned_model.h) and a copy of its rule sets (pinned_rules.h); a later one must agree with
  /// both, except for keys that may change. Warns if a rule file has changed since. Throws Error
  /// naming the keys that differ, or the file or folder that cannot be created.
  RunFolder(std::filesystem::path folder, const RunConfig& config,
            Changes changes = Changes::kAllowed);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path games() const { return path_ / "games"; }
  std::filesystem::path models() const { return path_ / "models"; }
  std::filesystem::path metrics() const { return path_ / "metrics"; }
  std::filesystem::path Model(int number) const { return models() / Numbered(number); }
  std::filesystem::path Optimizer(int number) const {
    return path_ / "optimizer" / Numbered(number);
  }

  /// Replaces the configuration by one that differs only in keys that may change. Only for the
  /// process that holds the lock of training.
  void Reconfigure(const RunConfig& config) const;

  /// Removes incomplete files (`*.tmp`) that a killed trainer has left, and those of other
  /// processes that have ended. Only for the process that holds the lock of training.
  void RemoveTemporaries() const;

  /// Returns the numbers in use, ascending.
  std::vector<int> Models() const { return NumbersIn(models()); }
  std::vector<int> Optimizers() const { return NumbersIn(path_ / "optimizer"); }

  /// Whether a model exists and can be read. Changes nothing.
  bool HasModel(int number) const;

  static std::string Numbered(int number);  // 000120
  /// Returns the numbers of the numbered entries of a folder, ascending; none if it does not exist.
  static std::vector<int> NumbersIn(const std::filesystem::path& folder);

 private:
  std::filesystem::path path_;
};

/// Returns the newest model of a run folder, or nothing if `folder` is not a run folder or has no
/// model yet.
std::optional<std::filesystem::path> NewestModelOf(const std::filesystem::path& folder);

}  // namespace raichi
