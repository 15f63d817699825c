#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/rng.h"
#include "console/output.h"
#include "run/config/config.h"
#include "run/files/folder.h"
#include "run/sharing/newest_model.h"
#include "run/status/heartbeat.h"
#include "run/stream/selfplay_stream.h"

namespace raichi {

/// Estimates how many games of a run wait for training, so that players can pause when training
/// falls behind. Needs no service: all games of the newest model wait, because training on them
/// makes the next model. Lists one folder about every 30 seconds, or sooner if the limit will be
/// reached sooner at the speed so far, and reads a few headers, since shards of different players
/// have different sizes. Not thread-safe.
class Backlog {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `games` is the run's folder of games. `rng` draws the headers that are read, and spreads the
  /// times at which the processes of a run look.
  Backlog(std::filesystem::path games, Rng rng) : games_(std::move(games)), rng_(rng) {}

  /// Returns whether more than `limit` games of the newest model waited at the last look. If the
  /// folder could not be listed then, nothing waits.
  bool IsLongerThan(int64_t limit, int model, Time now);
  /// Returns the number of games that it found then.
  int64_t games() const { return estimate_; }

 private:
  using Seconds = std::chrono::duration<double>;

  int64_t Estimate(int model);
  Time::duration TimeUntil(int64_t games);
  double MeanSize(const std::vector<std::filesystem::path>& shards);

  std::filesystem::path games_;
  Rng rng_;
  int model_ = -1;
  std::map<std::string, int64_t> sizes_;  // of the shards of `model_` whose headers were read
  int64_t estimate_ = 0;
  double speed_ = 0;        // games a second of all players; 0: not known yet
  Time begin_, next_look_;  // of this model
};

/// What `raichi selfplay RUN` plays.
struct RunSelfPlayOptions {
  Stream stream;
  int64_t games = 0;  // 0: until it is stopped
  std::optional<std::chrono::microseconds> pretended_network = {};
  std::function<void(int model)> on_first_model = {};  // called before the first game; may be empty
  /// How long the run must have been finished before this ends, if no number of games was
  /// asked for. A trainer with a larger budget may start at the same time.
  std::chrono::milliseconds patience = std::chrono::seconds(20);
};

/// Plays games for a run that another process trains, with its newest model, and switches to each
/// new model as it appears. Any number of these play for one run, on machines that share its
/// folder. Waits for the run's first model. Pauses while more games than those of two iterations
/// wait for training, unless a number of games was asked for. Pauses while the disk is full.
class RunSelfPlay {
 public:
  /// `config`, `folder` and `progress` must outlive this. `rng` spreads the times at which
  /// the players of a run look at its folder.
  RunSelfPlay(const RunConfig& config, const RunFolder& folder, const RunSelfPlayOptions& options,
              Rng rng, Progress* progress);

  /// Plays until the games are played, the run is finished or `stop` is requested. Throws
  /// WriteError if the disk is full then, and the errors of SelfPlayStream.
  void Run(const std::stop_token& stop);

 private:
  std::optional<int> WaitForModel(const std::stop_token& stop);
  void Beat(const std::string& state, const WorkTotals& phase = {});
  void WaitForTraining(int model, const std::stop_token& stop);
  void WaitForDisk(SelfPlayStream* stream, const std::stop_token& stop);
  void LeaveUnfinished(SelfPlayStream* stream);
  bool IsTooFarAhead(int model);
  bool SeemsFinished();
  bool IsRunFinished();
  std::string TimeLeft(uint64_t games) const;
  SelfPlaySummary PlayWith(int model, int64_t games, SelfPlayStream* stream,
                           const std::stop_token& stop);

  const RunConfig& config_;
  const RunFolder& folder_;
  const RunSelfPlayOptions options_;
  Progress* progress_;
  Heartbeat heart_;
  WorkReport work_;  // before the present phase
  WorkClock clock_;  // of the games that were asked for
  NewestModelWatch newest_;
  Backlog backlog_;
  std::chrono::steady_clock::time_point next_look_;  // at the state of the run
  std::optional<std::chrono::steady_clock::time_point> finished_since_;
  FileStamp state_stamp_;  // of state.json when it was last read
};

/// Returns the stream's work so far as a line for people.
std::string DescribeStream(const SelfPlaySummary& summary);

}  // namespace raichi
