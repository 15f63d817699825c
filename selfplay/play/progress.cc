#include "selfplay/play/progress.h"

#include <algorithm>

namespace raichi {

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

}  // namespace raichi
