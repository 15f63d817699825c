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
#include "run/players.h"

namespace raichi {

/// What a turn may spend, beside what the player's own word allows.
struct EngineLimits {
  int visits = kMaxVisits;  // of the root's moves, those kept from the last move included
  double seconds = std::numeric_limits<double>::infinity();  // from when the limits are set
  bool may_end_early = false;  // once no other move can overtake the best in the time left
};

/// What all engine protocols think with: any player, step by step, so that whoever steps it can
/// read his input in between and never waits longer than for one batch. Keeps its tree from move to
/// move. Memory of the tree is bounded: a search that fills it is at its end.
///
///   engine.Begin(game, {.seconds = 3});
///   while (engine.Step()) …
///   Send(engine.Choose());
///
/// A model is evaluated on the thread that calls. A player that does not search decides in one
/// step; `alphabeta` in it goes as deep as its word says while its time lasts and `interrupted`
/// does not hold.
class Engine {
 public:
  using Interrupted = std::function<bool()>;

  Engine(std::unique_ptr<PlayerKind> kind, uint64_t seed, Interrupted interrupted = {});

  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const PlayerKind& kind() const { return *kind_; }
  /// Whether it thinks step by step. Others decide in one step, and have no use for more time.
  bool Searches() const { return searcher_ != nullptr; }
  /// Evaluates the position of an ongoing game a few times in full batches, so that the evaluator
  /// is at its speed, and this known, before a clock runs. Throws Error if it cannot play on such a
  /// board.
  void Warm(const Game& game);

  /// Begins to think about `game`, which is not over.
  void Begin(const Game& game, const EngineLimits& limits);
  /// New limits, whose time counts from now.
  void Limit(const EngineLimits& limits);
  /// Thinks for a batch. False if there is nothing more to do, or no time for it.
  bool Step();
  /// The best move so far that is not one of `refused`: before the first evaluation one that wins
  /// at once or else any. None if all legal moves are refused.
  Move Choose(std::span<const Move> refused = {}) const;

  /// The best `count` lines so far, best first; one move from players that do not search.
  std::vector<Line> Lines(int count) const;
  int Visits() const;        // of the root's moves
  int NewVisits() const;     // since `Begin`
  double Seconds() const;    // since `Begin`
  double PliesLeft() const;  // that the game is expected to last; 0: not known

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
  double batch_seconds_ = 0;  // what the next batch may take, as far as we know
  std::vector<Evaluation> answers_;
};

}  // namespace raichi
