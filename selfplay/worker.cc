#include "selfplay/worker.h"

#include <span>
#include <utility>

#include "rules/check.h"

namespace raichi {

Worker::Worker(const SelfPlaySetup* setup, int slots, Evaluator* evaluator,
               SelfPlayProgress* progress)
    : slots_(static_cast<size_t>(slots)),
      evaluator_(evaluator),
      progress_(progress),
      evaluations_(static_cast<size_t>(slots)) {
  RAICHI_CHECK(slots > 0);
  for (Slot& slot : slots_) slot.game = std::make_unique<GameSlot>(setup);
  leaves_.reserve(slots_.size());
  owners_.reserve(slots_.size());
}

void Worker::Rename(const std::string& model) {
  for (Slot& slot : slots_) {
    if (slot.busy) slot.game->Rename(model);
  }
}

bool Worker::Step(const NextGame& next_game, const GameOver& game_over) {
  leaves_.clear();
  owners_.clear();
  for (Slot& slot : slots_) {
    if (const LeafRequest* leaf = NextLeaf(&slot, next_game, game_over)) {
      leaves_.push_back(*leaf);
      owners_.push_back(slot.game.get());
    }
  }
  if (leaves_.empty()) return false;
  evaluator_->Evaluate(leaves_, std::span(evaluations_).first(leaves_.size()));
  for (size_t i = 0; i < owners_.size(); ++i) owners_[i]->Backup(evaluations_[i]);
  progress_->AddBatch(leaves_.size(), slots_.size());
  return true;
}

const LeafRequest* Worker::NextLeaf(Slot* slot, const NextGame& next_game,
                                    const GameOver& game_over) {
  while (true) {
    if (slot->busy) {
      if (const LeafRequest* leaf = slot->game->SelectLeaf()) return leaf;
      slot->busy = false;
      game_over(slot->game->Take());
    }
    if (!more_games_) return nullptr;
    const std::optional<GameTicket> ticket = next_game();
    more_games_ = ticket.has_value();
    if (!more_games_) return nullptr;
    slot->game->Begin(*ticket);
    slot->busy = true;
  }
}

}  // namespace raichi
