#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "nn/data/window.h"
#include "run/config/config.h"
#include "run/files/folder.h"

namespace raichi {

/// The result of a phase of reanalysis.
struct ReanalysisSummary {
  int shards = 0;  // searched again by this start, of `planned`
  int planned = 0;
  int64_t positions = 0;  // in these shards
  uint64_t evaluations = 0;
  double seconds = 0;
};

/// The part of an iteration in which the newest model searches positions of earlier games again
/// (`LoopConfig::reanalyse`, selfplay/play/reanalysis.h). It draws shards from the window that the
/// model was trained on, and writes a version of each to `reanalysed/MODEL/` (shard_versions.h),
/// which the next training then reads. Which shards it draws depends only on the configuration, the
/// model, that window and the model's games, and a shard whose version is there is not searched
/// again: a phase that was cut short continues where it ended. Only for the run's owner.
class RunReanalysis {
 public:
  /// Called a few times a second with the work so far; returning true ends the phase early.
  using Tick = std::function<bool(const ReanalysisSummary& so_far)>;

  /// `config` and `folder` must outlive the object.
  RunReanalysis(const RunConfig& config, const RunFolder& folder)
      : config_(config), folder_(folder) {}

  /// Searches again with `model`, which was trained on `window`, until the phase is complete or
  /// stopped. Finished shards are on disk when this returns.
  ReanalysisSummary Run(int model, const WindowState& window, const std::stop_token& stop,
                        const Tick& tick) const;

 private:
  struct DrawnShard {
    std::string name;
    std::vector<GameRecord> games;
    int64_t positions = 0;
  };
  double PositionsFor(int model) const;
  std::vector<DrawnShard> Draw(int model, const WindowState& window) const;

  const RunConfig& config_;
  const RunFolder& folder_;
};

}  // namespace raichi
