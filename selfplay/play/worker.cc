#include "selfplay/play/worker.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/error.h"

namespace raichi {
namespace {

/// Adds how far the model was from the policy targets of a game, and from its outcome there.
void AddErrors(const GameRecord& record, Side first, SelfPlayStats* stats) {
  Side side = first;
  for (const TurnRecord& turn : record.turns) {
    const double error = double{turn.raw_value} - double{ValueFor(side, record.result)};
    side = Opponent(side);
    if (!turn.full_search) continue;
    ++stats->outcomes;
    stats->error_units += static_cast<uint64_t>(error * error * SelfPlayStats::kErrorScale);
    if (!turn.surprise) continue;
    ++stats->surprises;
    stats->surprise_units += static_cast<uint64_t>(std::lround(*turn.surprise * kSurpriseScale));
  }
}

}  // namespace

void SelfPlayProgress::AddGame(const FinishedGame& game) {
  const GameRecord& record = game.record;
  const auto full = std::ranges::count_if(record.turns, &TurnRecord::full_search);
  const bool tested = record.resign_disabled && record.would_resign_ply >= 0;
  const bool lost = record.result == WinFor(Opponent(game.would_resign));

  const std::scoped_lock lock(mutex_);
  ++stats_.games;
  stats_.plies += record.turns.size();
  stats_.searched_turns += game.searched_turns;
  stats_.full_turns += static_cast<uint64_t>(full);
  stats_.proven_turns += game.proven_turns;
  stats_.visits += game.visits;
  if (record.reason != Reason::kPlyLimit) AddErrors(record, game.first, &stats_);
  stats_.attackers_wins += record.result == Result::kAttackersWin ? 1 : 0;
  stats_.defenders_wins += record.result == Result::kDefendersWin ? 1 : 0;
  stats_.draws += record.result == Result::kDraw ? 1 : 0;
  stats_.repetitions += record.reason == Reason::kRepetition ? 1 : 0;
  stats_.cut_games += record.reason == Reason::kPlyLimit ? 1 : 0;
  stats_.past_games += record.IsBetweenModels() ? 1 : 0;
  stats_.resigned += record.reason == Reason::kResigned ? 1 : 0;
  stats_.resign_tests += tested ? 1 : 0;
  stats_.false_resigns += tested && !lost ? 1 : 0;
}

void SelfPlayProgress::AddBatch(size_t leaves, size_t slots) {
  const std::scoped_lock lock(mutex_);
  ++stats_.batches;
  stats_.evaluations += leaves;
  stats_.batch_room += slots;
}

SelfPlayStats SelfPlayProgress::Snapshot() const {
  const std::scoped_lock lock(mutex_);
  return stats_;
}

Worker::Worker(const SelfPlaySetup* setup, int slots, Evaluator* evaluator,
               SelfPlayProgress* progress)
    : most_leaves_(static_cast<size_t>(BatchOf(slots))) {
  RAICHI_CHECK(slots > 0);
  static_assert(GameSlot::kMostLeaves <= kLeastBatch);
  for (int i = 0; i < slots; ++i) slots_.emplace_back(setup);
  for (LeafBatch<Slot>& batch : batches_) batch.Reserve(most_leaves_);
  Use(evaluator, nullptr, progress);
}

void Worker::Use(Evaluator* evaluator, Evaluator* past_evaluator, SelfPlayProgress* progress) {
  batches_[static_cast<size_t>(ModelRole::kNewest)].Use(evaluator);
  batches_[static_cast<size_t>(ModelRole::kPast)].Use(past_evaluator);
  progress_ = progress;
}

void Worker::Rename(const std::string& model, const std::string& past_model) {
  for (Slot& slot : slots_) {
    if (slot.busy) slot.game.Rename(model, past_model);
  }
}

std::vector<GameRecord> Worker::GamesInProgress() const {
  std::vector<GameRecord> games;
  for (const Slot& slot : slots_) {
    const GameRecord* const game = slot.busy ? slot.game.InProgress() : nullptr;
    if (game != nullptr) games.push_back(*game);
  }
  return games;
}

size_t Worker::Step(const NextGame& next_game, const GameOver& game_over) {
  const size_t begin = first_;
  for (size_t i = 0, left_out = 0; i < slots_.size(); ++i) {
    const size_t index = (begin + i) % slots_.size();
    Slot& slot = slots_[index];
    if (slot.waiting) continue;
    const Leaves leaves = NextLeaves(&slot, next_game, game_over);
    if (!leaves.empty() && !Add(&slot, leaves) && ++left_out == 1) first_ = index;
  }
  LeafBatch<Slot>& batch = batches_[batches_[0].size() >= batches_[1].size() ? 0 : 1];
  const size_t leaves = batch.size();
  if (leaves == 0) return 0;
  batch.Run();
  progress_->AddBatch(leaves, std::max(leaves, slots_.size()));
  return leaves;
}

/// Adds a slot's leaves to the batch for its model. Returns false if they do not fit.
bool Worker::Add(Slot* slot, Leaves leaves) {
  LeafBatch<Slot>& batch = batches_[static_cast<size_t>(slot->game.role())];
  if (batch.size() + leaves.size() > most_leaves_) return false;
  slot->waiting = true;
  batch.Add(slot, leaves);
  return true;
}

Worker::Leaves Worker::NextLeaves(Slot* slot, const NextGame& next_game,
                                  const GameOver& game_over) {
  while (true) {
    if (slot->busy) {
      const Leaves leaves = slot->game.SelectLeaves();
      if (!leaves.empty()) return leaves;
      slot->busy = false;
      game_over(slot->game.Take());
    }
    if (!more_games_) return {};
    const std::optional<GameTicket> ticket = next_game();
    more_games_ = ticket.has_value();
    if (!more_games_) return {};
    slot->game.Begin(*ticket);
    slot->busy = true;
  }
}

}  // namespace raichi
