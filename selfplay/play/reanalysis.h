#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "mcts/evaluator.h"
#include "mcts/search/search_config.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Games whose policy targets are searched again with a newer model (reanalysis: Schrittwieser et
/// al. 2020, "Mastering Atari, Go, chess and shogi by planning with a learned model", appendix H).
struct ReanalysisJob {
  SearchConfig search;
  SearchBudget budget;           // of each position
  bool record_surprise = false;  // as SelfPlaySetup::record_surprise
  uint64_t seed = 0;
  std::vector<std::vector<GameRecord>> shards;  // valid games (CheckRecord)
  int workers = 1;
  int slots = 64;  // Positions that each worker searches at once.
};

struct ReanalysisHooks {
  /// Creates a worker's evaluator. Called on the worker's thread with the worker's number, from 0.
  std::function<std::unique_ptr<Evaluator>(int worker)> new_evaluator;
  /// Receives a shard of the job, by its index, once all its positions have been searched. Called
  /// on the calling thread.
  std::function<void(size_t shard, const std::vector<GameRecord>& games)> on_shard;
  /// Polled every few hundredths of a second; returning true ends the reanalysis. May be empty.
  std::function<bool()> should_stop;
};

/// Searches every policy target of the job's games from a new tree, and replaces its visits and
/// values. Everything else stays as it was, and so do targets whose search gives no policy. In each
/// batch a worker has one leaf of every position that it searches. Shards that are not finished at
/// a stop are dropped. The result of a search depends only on the job's settings, the position's
/// game and ply, and the evaluations, not on workers, slots or timing. Rethrows what a worker or a
/// hook threw.
void Reanalyse(ReanalysisJob job, const ReanalysisHooks& hooks, const std::stop_token& stop);

}  // namespace raichi
