#include "app/analysis/lock_step.h"

#include <utility>

#include "base/error.h"

namespace raichi {

LockStep::LockStep(const PlayerKind& kind, Evaluator* evaluator, int at_once, int lines)
    : lines_(lines), slots_(static_cast<size_t>(at_once)), batch_(evaluator) {
  for (Slot& slot : slots_) slot.player = kind.NewPlayer();
}

bool LockStep::Step(const Next& next, const Done& done) {
  for (Slot& slot : slots_) {
    const std::span<const LeafRequest> leaves = SelectLeaves(&slot, next, done);
    if (!leaves.empty()) batch_.Add(slot.player.get(), leaves);
  }
  if (batch_.size() == 0) return false;
  batch_.Run();
  return true;
}

/// Begins one position after another until one selects leaves that the cache does not have. Returns
/// no leaves if no position is left.
std::span<const LeafRequest> LockStep::SelectLeaves(Slot* slot, const Next& next,
                                                    const Done& done) {
  while (slot->place || Begin(slot, next)) {
    const std::span<const LeafRequest> leaves = slot->player->SelectLeaves();
    if (leaves.empty()) {
      Finish(slot, done);
    } else if (!Recall(slot, leaves)) {
      return leaves;
    }
  }
  return {};
}

/// Answers a single leaf from the cache, if it can.
bool LockStep::Recall(Slot* slot, std::span<const LeafRequest> leaves) {
  if (leaves.size() > 1 || !batch_.evaluator()->Recall(leaves.front(), &recalled_)) return false;
  slot->player->Answer(std::span(&recalled_, 1));
  return true;
}

void LockStep::Finish(Slot* slot, const Done& done) {
  const Search* search = slot->player->search();
  RAICHI_CHECK(search != nullptr);
  Analysis analysis = AnalysisOf(*search, lines_);
  if (!analysis.lines.empty()) done(*slot->place, std::move(analysis));
  slot->place.reset();
}

int LockStep::Visits() const {
  int visits = 0;
  for (const Slot& slot : slots_) {
    if (slot.place) visits += slot.player->search()->Visits();
  }
  return visits;
}

bool LockStep::GiveUp(const Done& done) {
  bool has_any = false;
  for (Slot& slot : slots_) {
    if (!slot.place) continue;
    has_any = true;
    Finish(&slot, done);
  }
  return has_any;
}

bool LockStep::Begin(Slot* slot, const Next& next) {
  const std::optional<Job> job = next();
  if (!job) return false;
  slot->place = job->place;
  slot->player->NewGame(job->game, /*seed=*/0);  // plain searches draw no random numbers
  slot->player->BeginTurn(job->game);
  return true;
}

}  // namespace raichi
