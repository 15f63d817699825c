#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "nn/model/model.h"
#include "nn/model/network_config.h"
#include "run/config/config.h"
#include "run/config/config_changes.h"
#include "run/config/run_contents.h"
#include "run/sharing/run_lock.h"
#include "selfplay/records/shard_names.h"

namespace raichi {

/// Returns the checksum of a network's architecture and weights, 16 hexadecimal digits, which
/// identifies what the network computes. It does not depend on the other contents of a model file
/// (steps, program, rules). `weights` has the order of WeightSpecs. A model of an older encoder
/// version keeps its checksum when it is upgraded.
std::string WeightsChecksum(const NetworkConfig& network, const std::vector<float>& weights);
/// Returns the checksum of a model's file or folder. Throws the errors of ReadModel.
std::string WeightsChecksum(const std::filesystem::path& model);

/// Counts the games in a run's folder `games/` that were played with model `first_model` or a later
/// one, according to the names and headers of the shards. Shards with unreadable headers do not
/// count.
int64_t CountGamesFrom(const std::filesystem::path& folder, int first_model);

/// Counts the streams that have shards of a model. Lists its folder alone.
size_t CountStreamsOf(const std::filesystem::path& folder, int model);

/// The folder through which the processes of a run share their data: `config.yaml`, `games/`,
/// `models/NNNNNN`, `optimizer/NNNNNN`, `metrics/`. All files in it are written atomically, except
/// logs and `.jsonl` files, which grow by whole lines.
class RunFolder {
 public:
  /// Opens or creates the run folder. The first start writes the configuration, its origin
  /// (config.h) and a copy of its rule sets (pinned_rules.h); a later one must agree with
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
  std::vector<int> Models() const { return NumbersInFolder(models()); }
  std::vector<int> Optimizers() const { return NumbersInFolder(path_ / "optimizer"); }

  /// Whether a model exists and can be read. Changes nothing.
  bool HasModel(int number) const;

  static std::string Numbered(int number);  // 000120

 private:
  std::filesystem::path path_;
};

/// Reads a model folder of a run, on behalf of the run's owner. If it is damaged or lacks
/// model.raichi, sets it aside and returns nothing. Throws the errors of ReadOrSetAside.
std::optional<Model> ReadModelOrSetAside(const std::filesystem::path& folder);

/// Reads a model that a run has pinned. Throws Error naming the model if its weights have changed
/// since, and the errors of ReadModel.
Model ReadPinnedModel(const PinnedModel& pinned);

}  // namespace raichi
