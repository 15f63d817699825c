#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "base/rng.h"
#include "console/progress.h"
#include "console/work_clock.h"
#include "run/config/config.h"
#include "run/files/folder.h"
#include "run/sharing/newest_model.h"
#include "run/status/heartbeat.h"
#include "run/stream/backlog.h"
#include "run/stream/stream_player.h"

namespace raichi {

/// What `raichi selfplay RUN` plays.
struct RunPlayerOptions {
  Stream stream;
  int64_t games = 0;  // 0: until it is stopped
  std::optional<std::chrono::microseconds> pretended_network = {};
  std::function<void(int model)> on_first_model = {};  // called before the first game; may be empty
  /// How long the run must have been finished before the player ends, if no number of games was
  /// asked for. A trainer with a larger budget may start at the same time as the player.
  std::chrono::milliseconds patience = std::chrono::seconds(20);
};

/// Plays games for a run that another process trains, with its newest model, and switches to each
/// new model as it appears. Any number of these play for one run, on machines that share its
/// folder. Waits for the run's first model. Pauses while more games than those of two iterations
/// wait for training, unless a number of games was asked for. Pauses while the disk is full.
class RunPlayer {
 public:
  /// `config`, `folder` and `progress` must outlive the player. `rng` spreads the times at which
  /// the players of a run look at its folder.
  RunPlayer(const RunConfig& config, const RunFolder& folder, const RunPlayerOptions& options,
            Rng rng, Progress* progress);

  /// Plays until the games are played, the run is finished or `stop` is requested. Throws
  /// WriteError if the disk is full then, and the errors of StreamPlayer.
  void Run(const std::stop_token& stop);

 private:
  std::optional<int> WaitForModel(const std::stop_token& stop);
  void Beat(const std::string& state, const WorkTotals& phase = {});
  void WaitForTraining(int model, const std::stop_token& stop);
  void WaitForDisk(StreamPlayer* player, const std::stop_token& stop);
  bool IsTooFarAhead(int model);
  bool SeemsFinished();
  bool IsRunFinished();
  std::string TimeLeft(uint64_t games) const;
  SelfPlaySummary PlayWith(int model, int64_t games, StreamPlayer* player,
                           const std::stop_token& stop);

  const RunConfig& config_;
  const RunFolder& folder_;
  const RunPlayerOptions options_;
  Progress* progress_;
  Heartbeat heart_;
  WorkReport work_;  // before the present phase
  WorkClock clock_;  // of the games that were asked for
  NewestModelWatch newest_;
  Backlog backlog_;
  std::chrono::steady_clock::time_point next_look_;  // at the state of the run
  std::optional<std::chrono::steady_clock::time_point> finished_since_;
};

/// Returns the stream's work so far as a line for people.
std::string DescribeStream(const SelfPlaySummary& summary);

}  // namespace raichi
