#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/analysis/analysis.h"
#include "mcts/players/player.h"

namespace raichi {

/// One of the positions that are analysed.
struct Place {
  size_t subject = 0;
  int ply = 0;
};

/// Analyses many positions side by side on one thread, so that their leaves fill the batches. Each
/// has a search of its own that begins with an empty tree: what is found out about a position does
/// not depend on the others.
class LockStep {
 public:
  struct Job {
    Place place;
    Game game;  // ongoing
  };
  using Next = std::function<std::optional<Job>()>;  // none: no more will come
  using Done = std::function<void(Place, Analysis)>;

  /// `at_once` positions with players of `kind`, which must search (`Player::search`), and whose
  /// leaves `evaluator` evaluates; at most `lines` for each.
  LockStep(const PlayerKind& kind, Evaluator* evaluator, int at_once, int lines);

  /// Each position to its next leaves, one batch, every answer back. False once none is left.
  bool Step(const Next& next, const Done& done);
  /// Ends with what was found so far about the positions under way, if it is anything.
  void GiveUp(const Done& done);

 private:
  struct Slot {
    std::unique_ptr<Player> player;
    std::optional<Place> place;  // none: idle
    size_t leaves = 0;           // of the batch
  };
  std::span<const LeafRequest> SelectLeaves(Slot* slot, const Next& next, const Done& done);
  bool Recall(Slot* slot, std::span<const LeafRequest> leaves);
  void Finish(Slot* slot, const Done& done);
  bool Begin(Slot* slot, const Next& next);
  void Evaluate();

  Evaluator* evaluator_;
  int lines_;
  std::vector<Slot> slots_;
  std::vector<LeafRequest> leaves_;
  std::vector<Evaluation> evaluations_;
  Evaluation recalled_;
};

}  // namespace raichi
