#include "selfplay/play/progress.h"

#include <algorithm>

namespace raichi {
namespace {

void Add(uint64_t amount, std::atomic<uint64_t>* count) {
  count->fetch_add(amount, std::memory_order_relaxed);
}
void AddIf(bool condition, std::atomic<uint64_t>* count) {
  if (condition) Add(1, count);
}
uint64_t Load(const std::atomic<uint64_t>& count) { return count.load(std::memory_order_relaxed); }

}  // namespace

void SelfPlayProgress::AddGame(const FinishedGame& game) {
  const GameRecord& record = game.record;
  const auto is_full = [](const TurnRecord& turn) { return turn.full_search; };
  const auto full = std::count_if(record.turns.begin(), record.turns.end(), is_full);
  Add(record.turns.size(), &plies_);
  Add(game.searched_turns, &searched_turns_);
  Add(static_cast<uint64_t>(full), &full_turns_);
  Add(game.proven_turns, &proven_turns_);
  Add(game.visits, &visits_);
  AddIf(record.result == Result::kAttackersWin, &attackers_wins_);
  AddIf(record.result == Result::kDefendersWin, &defenders_wins_);
  AddIf(record.result == Result::kDraw, &draws_);
  AddIf(record.reason == Reason::kRepetition, &repetitions_);
  AddIf(record.reason == Reason::kPlyLimit, &cut_games_);
  AddIf(record.IsRestart(), &restarts_);
  AddIf(record.IsBetweenModels(), &past_games_);
  AddIf(record.reason == Reason::kResigned, &resigned_);
  const bool tested = record.resign_disabled && record.would_resign_ply >= 0;
  AddIf(tested, &resign_tests_);
  AddIf(tested && record.result != WinFor(Opponent(game.would_resign)), &false_resigns_);
  Add(1, &games_);
}

void SelfPlayProgress::AddBatch(size_t leaves, size_t slots) {
  Add(1, &batches_);
  Add(leaves, &evaluations_);
  Add(slots, &batch_room_);
}

SelfPlayStats SelfPlayProgress::Snapshot() const {
  SelfPlayStats stats;
  stats.games = Load(games_);
  stats.plies = Load(plies_);
  stats.searched_turns = Load(searched_turns_);
  stats.full_turns = Load(full_turns_);
  stats.proven_turns = Load(proven_turns_);
  stats.visits = Load(visits_);
  stats.attackers_wins = Load(attackers_wins_);
  stats.defenders_wins = Load(defenders_wins_);
  stats.draws = Load(draws_);
  stats.repetitions = Load(repetitions_);
  stats.cut_games = Load(cut_games_);
  stats.restarts = Load(restarts_);
  stats.past_games = Load(past_games_);
  stats.resigned = Load(resigned_);
  stats.resign_tests = Load(resign_tests_);
  stats.false_resigns = Load(false_resigns_);
  stats.batches = Load(batches_);
  stats.evaluations = Load(evaluations_);
  stats.batch_room = Load(batch_room_);
  return stats;
}

}  // namespace raichi
