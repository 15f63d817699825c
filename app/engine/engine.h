#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mcts/players/search_player.h"
#include "mcts/search/lines.h"
#include "run/players/players.h"

namespace raichi {

/// Limits of one turn, in addition to those of the player's word.
struct EngineLimits {
  int visits = kMaxVisits;  // of the root's moves, including those kept from the last move
  double seconds = std::numeric_limits<double>::infinity();  // since the limits were set
  bool may_end_early = false;  // once no other move can overtake the best in the time left
};

/// The engine behind all protocols. It runs any player step by step; between steps the caller can
/// read its input, and no step takes longer than one batch. Keeps the search tree from move to
/// move. The tree's memory is bounded: a search that fills it ends.
///
///   engine.Begin(game, {.seconds = 3});
///   while (engine.Step()) …
///   Send(engine.Choose());
///
/// Networks are evaluated on the calling thread. A player that does not search decides in one step.
/// In that step, `alphabeta` searches to its depth or until its time is over or `interrupted` is
/// true.
class Engine {
 public:
  using Interrupted = std::function<bool()>;

  Engine(std::unique_ptr<PlayerKind> kind, uint64_t seed, Interrupted interrupted = {});

  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const PlayerKind& kind() const { return *kind_; }
  /// Whether the player thinks step by step. Others decide in one step and cannot use more time.
  bool Searches() const { return searcher_ != nullptr; }
  /// Evaluates the position of an unfinished game a few times in full batches, so that the
  /// evaluator reaches its full speed, and the engine measures it, before a clock runs. Throws
  /// Error if the player cannot play on this board.
  void Warm(const Game& game);

  /// Starts to think about `game`, which is not over.
  void Begin(const Game& game, const EngineLimits& limits);
  /// Replaces the limits. Time counts from now.
  void Limit(const EngineLimits& limits);
  /// Thinks for one batch. Returns false if there is nothing left to do, or no time for it.
  bool Step();
  /// The best move so far that is not in `refused`. Before the first evaluation this is a move that
  /// wins at once, or any legal move. No move if all legal moves are refused.
  Move Choose(std::span<const Move> refused = {}) const;

  /// The `count` best lines so far, best first. Players that do not search have one line of one
  /// move.
  std::vector<Line> Lines(int count) const;
  int Visits() const;        // of the root's moves
  int NewVisits() const;     // since `Begin`
  double Seconds() const;    // since `Begin`
  double PliesLeft() const;  // expected length of the rest of the game; 0: unknown

 private:
  using Clock = std::chrono::steady_clock;

  void BeginSearch();
  void StartSearch();
  bool Simulate();
  bool Extend();
  void Evaluate(std::span<const LeafRequest> leaves);
  bool IsOutOfTime() const;
  bool IsDecided() const;
  double SecondsOfLimits() const;
  int VisitsAllowed() const;

  std::unique_ptr<PlayerKind> kind_;
  const SearchPlayerKind* searcher_;  // `kind_`, if it searches with an evaluator
  uint64_t seed_;
  Interrupted interrupted_;

  std::optional<Game> game_;
  EngineLimits limits_;
  Clock::time_point begun_, limited_;
  std::optional<Search> search_;
  std::unique_ptr<Player> player_;  // if it does not search
  Move decided_;                    // by `player_`
  bool is_done_ = true;
  int visits_at_begin_ = 0;
  double batch_seconds_ = 0;  // expected duration of the next batch
  std::vector<Evaluation> answers_;
};

}  // namespace raichi
