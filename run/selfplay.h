#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "mcts/evaluators/evaluation_cache.h"
#include "nn/backend/network_evaluator.h"
#include "run/config/config.h"
#include "run/files/folder.h"
#include "run/files/shard_name.h"
#include "selfplay/play/pool.h"

namespace raichi {

/// What a phase of self-play did.
struct SelfPlayReport {
  SelfPlayStats stats;
  EvaluationCache::Counts cache;
  double seconds = 0;
  std::array<float, 2> visit_factors = {1, 1};  // the handicap of each side, mean of the rule sets
  NetworkEvaluatorReport network;  // how the first worker evaluated the model; empty if none did
};

/// The self-play half of a run: plays games into the run folder, with one model after another.
/// Games in progress wait between calls of `Play`.
class RunSelfPlayer {
 public:
  /// Asked a few times a second, with what has been done so far; true ends the phase early.
  using Tick = std::function<bool(const SelfPlayReport& so_far)>;

  /// `stream` is the number of this process among those that play for one run at the same time; 0
  /// is `raichi run`. Throws Error if another process plays that stream.
  RunSelfPlayer(const RunConfig& config, const RunFolder& folder, int stream);

  /// Plays with a model until the folder holds `games` games of it from this stream, the earlier
  /// ones included, or until a stop. Finished games are on disk when this returns, and never more
  /// than ten seconds or a shard's worth of them are not.
  SelfPlayReport Play(int model, int64_t games, const std::stop_token& stop, const Tick& tick);
  /// The same for `games` more games, whatever the folder holds.
  SelfPlayReport PlayMore(int model, int64_t games, const std::stop_token& stop, const Tick& tick);

 private:
  struct Present {
    int64_t games = 0;    // of the model, from this stream
    int next_number = 0;  // of its next shard
  };
  Present FindPresent(int model) const;
  PoolPhase PhaseOf(int model, std::optional<int> past_model) const;
  std::optional<int> PastModelFor(int model) const;
  void WriteGames(std::vector<GameRecord> games, ShardName name) const;
  std::unique_ptr<Evaluator> NewEvaluator(int worker, int model, EvaluationCache* cache,
                                          std::atomic<uint64_t>* evaluations,
                                          NetworkEvaluatorReport* report) const;

  const RunConfig& config_;
  const RunFolder& folder_;
  const int stream_;
  const RunLock lock_;  // of the stream
  int workers_;
  SelfPlayPool pool_;
};

}  // namespace raichi
