#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/analysis/analysis.h"
#include "mcts/leaf_batch.h"
#include "mcts/players/player.h"

namespace raichi {

/// Identifies a position: the index of its subject and the number of plies before it.
struct Place {
  size_t subject = 0;
  int ply = 0;
};

/// Analyses many positions at a time on one thread, so that their leaves fill the batches. Each
/// position has its own search, which begins with an empty tree. Therefore the result of a position
/// does not depend on the others.
class LockStep {
 public:
  struct Job {
    Place place;
    Game game;  // ongoing
  };
  using Next = std::function<std::optional<Job>()>;  // returns none if there are no more
  using Done = std::function<void(Place, Analysis)>;

  /// Analyses up to `at_once` positions at a time with players of `kind`, which must have a search
  /// (`Player::search`). `evaluator` evaluates their leaves and must outlive this. Each analysis
  /// has at most `lines` lines.
  LockStep(const PlayerKind& kind, Evaluator* evaluator, int at_once, int lines);

  /// Selects the next leaves of each position, evaluates them as one batch and returns the answers
  /// to the searches. Returns false when no position is left.
  bool Step(const Next& next, const Done& done);
  /// Visits of the unfinished searches so far.
  int Visits() const;
  /// Stops, and reports the results so far of the unfinished searches. Returns whether there were
  /// any.
  bool GiveUp(const Done& done);

 private:
  struct Slot {
    std::unique_ptr<Player> player;
    std::optional<Place> place;  // none if idle
  };
  std::span<const LeafRequest> SelectLeaves(Slot* slot, const Next& next, const Done& done);
  bool Recall(Slot* slot, std::span<const LeafRequest> leaves);
  void Finish(Slot* slot, const Done& done);
  bool Begin(Slot* slot, const Next& next);

  int lines_;
  std::vector<Slot> slots_;
  LeafBatch<Player> batch_;
  Evaluation recalled_;
};

}  // namespace raichi
