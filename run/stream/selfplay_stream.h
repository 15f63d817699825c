#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "mcts/evaluator.h"
#include "nn/backend/network_evaluator.h"
#include "run/config/config.h"
#include "run/files/folder.h"
#include "run/sharing/stream_claim.h"
#include "run/status/beat.h"
#include "run/stream/stream_shards.h"
#include "run/stream/unfinished_games.h"
#include "selfplay/play/pool.h"
#include "selfplay/play/worker.h"

namespace raichi {

/// The result of a phase of self-play.
struct SelfPlaySummary {
  SelfPlayStats stats;
  double seconds = 0;
  double processor_seconds = 0;                 // of all threads of this process together
  std::array<float, 2> visit_factors = {1, 1};  // the handicap of each side, mean of the rule sets
  std::string trouble;           // why finished games could not be written, or nothing
  NetworkEvaluatorInfo network;  // how the first worker evaluated the model; empty if none did

  /// The work as a heartbeat tells it.
  WorkTotals totals() const {
    return {.games = static_cast<int64_t>(stats.games),
            .positions = static_cast<int64_t>(stats.plies),
            .evaluations = static_cast<int64_t>(stats.evaluations)};
  }
};

/// Returns the evaluators of a model for the workers of self-play.
std::unique_ptr<TeamEvaluators> WorkersNetworks(const std::filesystem::path& model,
                                                const WorkersConfig& config);

/// Returns what stands for the network of a model (`name`) where only the coordination of processes
/// is measured: meaningless answers, the same for all processes, each batch after `delay`.
std::unique_ptr<Evaluator> PretendNetwork(const std::string& name, std::chrono::microseconds delay);

/// How a stream is played.
struct StreamOptions {
  Stream stream = {};  // number 0 is `raichi run`
  /// When the disk is full, end the phase and keep the finished games. Otherwise, throw WriteError.
  bool keeps_games = false;
  /// Instead of the network, a fake one answers each batch after this time.
  std::optional<std::chrono::microseconds> pretended_network = {};
};

/// The self-play half of a run: plays one stream of games into the run folder, with one model after
/// another. Unfinished games are kept between calls of `Play`. Not thread-safe.
class SelfPlayStream {
 public:
  /// Called a few times a second with the work so far, in which `network` and `visit_factors` are
  /// not set yet; returning true ends the phase early.
  using Tick = std::function<bool(const SelfPlaySummary& so_far)>;

  /// `config` and `folder` must outlive the stream. No other process may play the stream: claim it,
  /// or take it.
  SelfPlayStream(const RunConfig& config, const RunFolder& folder, const StreamOptions& options);
  /// Takes the stream first. Throws HeldError if another process plays it.
  SelfPlayStream(const RunConfig& config, const RunFolder& folder, int stream)
      : SelfPlayStream(config, folder, StreamOptions{.stream = TakeStream(folder.path(), stream)}) {
  }

  /// Plays with a model until the folder holds `games` games of it from this stream, earlier games
  /// included, or until a stop. Throws Error if the model of `selfplay.past_models.model` has
  /// changed since the run began. All finished games are on disk when this returns, unless the
  /// summary tells of trouble. Meanwhile, at most the games of one shard or of ten seconds are not
  /// (of a minute while more than eight streams play, so that shards are not too many).
  SelfPlaySummary Play(int model, int64_t games, const std::stop_token& stop, const Tick& tick);
  /// Plays `games` more games, regardless of those in the folder.
  SelfPlaySummary PlayMore(int model, int64_t games, const std::stop_token& stop, const Tick& tick);

  /// The games that the last phase could not write.
  FinishedGames* unwritten() { return &finished_; }
  /// Leaves the games in progress to other players of the run and returns their number, which is 0
  /// if they cannot be written. (They are taken when a phase begins: UnfinishedGames.) To be called
  /// last.
  size_t LeaveUnfinished();

 private:
  class Phase;
  /// One of the two players of a phase's games.
  struct Contender {
    std::string name;             // in the records: 000012, frozen
    std::filesystem::path model;  // folder or file
  };
  Contender ModelOfRun(int model) const;
  std::optional<Contender> PastModelFor(int model) const;
  Contender FrozenModel() const;
  std::optional<int> DrawEarlierModel(int model) const;
  size_t CountStreams(int model) const;

  const RunConfig& config_;
  const RunFolder& folder_;
  const StreamOptions options_;
  StreamShards shards_;
  FinishedGames finished_;
  SelfPlayPool pool_;
  UnfinishedGames unfinished_;
  int model_ = 0;  // of the last phase
};

}  // namespace raichi
