#include "selfplay/play/worker.h"

#include <span>
#include <utility>

#include "base/check.h"

namespace raichi {

Worker::Worker(const SelfPlaySetup* setup, int slots, Evaluator* evaluator,
               SelfPlayProgress* progress)
    : slots_(static_cast<size_t>(slots)), evaluations_(static_cast<size_t>(slots)) {
  RAICHI_CHECK(slots > 0);
  for (Slot& slot : slots_) slot.game = std::make_unique<GameSlot>(setup);
  for (Batch& batch : batches_) {
    batch.leaves.reserve(slots_.size());
    batch.owners.reserve(slots_.size());
  }
  Use(evaluator, nullptr, progress);
}

void Worker::Use(Evaluator* evaluator, Evaluator* past_evaluator, SelfPlayProgress* progress) {
  batches_[static_cast<size_t>(ModelRole::kNewest)].evaluator = evaluator;
  batches_[static_cast<size_t>(ModelRole::kPast)].evaluator = past_evaluator;
  progress_ = progress;
}

void Worker::Rename(const std::string& model, const std::string& past_model) {
  for (Slot& slot : slots_) {
    if (slot.busy) slot.game->Rename(model, past_model);
  }
}

size_t Worker::Step(const NextGame& next_game, const GameOver& game_over) {
  for (Slot& slot : slots_) {
    if (slot.waiting) continue;
    const LeafRequest* leaf = NextLeaf(&slot, next_game, game_over);
    if (leaf == nullptr) continue;
    slot.waiting = true;
    Batch& batch = batches_[static_cast<size_t>(slot.game->role())];
    batch.leaves.push_back(*leaf);
    batch.owners.push_back(&slot);
  }
  Batch& batch = batches_[batches_[0].leaves.size() >= batches_[1].leaves.size() ? 0 : 1];
  const size_t leaves = batch.leaves.size();
  if (leaves > 0) Run(&batch);
  return leaves;
}

void Worker::Run(Batch* batch) {
  const size_t count = batch->leaves.size();
  batch->evaluator->Evaluate(batch->leaves, std::span(evaluations_).first(count));
  for (size_t i = 0; i < count; ++i) {
    batch->owners[i]->game->Answer(evaluations_[i]);
    batch->owners[i]->waiting = false;
  }
  progress_->AddBatch(count, slots_.size());
  batch->leaves.clear();
  batch->owners.clear();
}

/// Returns the next leaf whose evaluation the evaluator does not know already, so that batches
/// contain only such leaves. After many known leaves returns any leaf.
const LeafRequest* Worker::NextUnknownLeaf(GameSlot* game, int* recalls) {
  constexpr int kMostRecalls = 4096;
  for (; const LeafRequest* leaf = game->SelectLeaf(); ++*recalls) {
    Evaluator* evaluator = batches_[static_cast<size_t>(game->role())].evaluator;
    RAICHI_CHECK(evaluator != nullptr);
    if (*recalls >= kMostRecalls || !evaluator->Recall(*leaf, &recalled_)) return leaf;
    game->Answer(recalled_);
  }
  return nullptr;
}

const LeafRequest* Worker::NextLeaf(Slot* slot, const NextGame& next_game,
                                    const GameOver& game_over) {
  int recalls = 0;
  while (true) {
    if (slot->busy) {
      if (const LeafRequest* leaf = NextUnknownLeaf(slot->game.get(), &recalls)) return leaf;
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
