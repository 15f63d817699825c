#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "run/config/config_changes.h"

namespace raichi {

/// The folder in which the processes of a run meet: `config.yaml`, `games/`, `models/NNNNNN`,
/// `optimizer/NNNNNN`, `metrics/`. Everything in it appears whole or not at all.
class RunFolder {
 public:
  /// Opens or creates the run folder. The first start writes the configuration and a copy of its
  /// rule sets (pinned_rules.h); a later one must agree with both, but for the keys that may
  /// change. Warns if a rule file has changed since. Throws Error naming the keys that differ, or
  /// what cannot be created.
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

  /// Replaces the configuration by one that agrees with it. Only for the process that holds the
  /// lock of training.
  void Reconfigure(const RunConfig& config) const;

  /// Removes what a killed trainer left half-written (`*.tmp` outside games/). Only for the process
  /// that holds the lock of training.
  void RemoveTemporaries() const;

  /// Numbers in use, ascending.
  std::vector<int> Models() const { return NumbersIn(models()); }
  std::vector<int> Optimizers() const { return NumbersIn(path_ / "optimizer"); }

  /// True if a model is there and can be read. Changes nothing.
  bool HasModel(int number) const;

  static std::string Numbered(int number);  // 000120
  /// Numbers of the numbered entries of a folder, ascending; none if it does not exist.
  static std::vector<int> NumbersIn(const std::filesystem::path& folder);

 private:
  std::filesystem::path path_;
};

/// The newest model of a run folder; nullopt if `folder` is none or has no model yet.
std::optional<std::filesystem::path> NewestModelOf(const std::filesystem::path& folder);

/// Keeps other processes from doing the same job (`train`, `selfplay-01`) in a run folder at the
/// same time. The operating system lets go of it when the process ends, however it ends.
class RunLock {
 public:
  /// Throws Error if another process holds it; the message ends with `refusal`, if there is one.
  RunLock(const std::filesystem::path& folder, const std::string& job,
          const std::string& refusal = "");
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int file_;
};

}  // namespace raichi
