#include "rules/game.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace raichi {
namespace {

Result ResultOf(LimitResult result) {
  if (result == LimitResult::kDraw) return Result::kDraw;
  return WinFor(result == LimitResult::kAttackers ? Side::kAttackers : Side::kDefenders);
}

}  // namespace

Game::Game(RulesPtr rules) : Game(rules, rules->start()) {}

Game::Game(RulesPtr rules, const Position& position)
    : rules_(std::move(rules)),
      positions_{position},
      hashes_{position.hash()},
      states_{{Result::kOngoing, Reason::kNone, 0, 1}} {
  if (HasMove(*rules_, position)) return;
  JudgeNoMoves(Opponent(position.to_move()), &states_.back());
}

uint64_t Game::StateHash() const {
  const RuleSet& data = rules_->data();
  uint64_t hash = position().hash() ^ Mix64(static_cast<uint64_t>(Occurrences()));
  if (data.quiet_limit > 0) hash ^= Mix64(0x100000u + static_cast<uint64_t>(quiet_plies()));
  if (data.ply_limit > 0) hash ^= Mix64(0x200000u + static_cast<uint64_t>(ply()));
  if (data.repetition.result == RepetitionResult::kIllegal) {
    for (size_t back = 1; back <= static_cast<size_t>(quiet_plies()); ++back) {
      hash += Mix64(hashes_[hashes_.size() - 1 - back]);
    }
  }
  return hash;
}

int Game::CountOccurrences(uint64_t hash, int quiet) const {
  // Captures cannot be undone, so only positions since the last capture can recur, and only those
  // with the same side to move. The count begins at 1 because the current position is not in
  // `hashes_` yet.
  int count = 1;
  const auto end = static_cast<int>(hashes_.size());
  for (int i = end - 4; i >= end - quiet && i >= 0; i -= 2) {
    count += hashes_[static_cast<size_t>(i)] == hash;
  }
  return count;
}

void Game::JudgeHistory(Side mover, State* state) const {
  const RuleSet& data = rules_->data();
  const auto end = [state](Result result, Reason reason) {
    state->result = result;
    state->reason = reason;
  };
  if (data.repetition.count > 0 && state->occurrences >= data.repetition.count) {
    switch (data.repetition.result) {
      case RepetitionResult::kDraw:
        return end(Result::kDraw, Reason::kRepetition);
      case RepetitionResult::kMoverLoses:
        return end(WinFor(Opponent(mover)), Reason::kRepetition);
      case RepetitionResult::kDefendersLose:
        return end(Result::kAttackersWin, Reason::kRepetition);
      case RepetitionResult::kIllegal:
        break;  // never played
    }
  }
  if (data.quiet_limit > 0 && state->quiet >= data.quiet_limit) {
    return end(ResultOf(data.quiet_limit_result), Reason::kQuietLimit);
  }
  if (data.ply_limit > 0 && ply() >= data.ply_limit) {
    end(ResultOf(data.ply_limit_result), Reason::kPlyLimit);
  }
}

void Game::JudgeNoMoves(Side mover, State* state) const {
  state->result = rules_->data().no_moves == NoMovesResult::kLoss ? WinFor(mover) : Result::kDraw;
  state->reason = Reason::kNoMoves;
}

Step Game::Play(Move move) {
  RAICHI_CHECK(!IsOver());
  const Side mover = to_move();
  positions_.push_back(positions_.back());
  Position& next = positions_.back();
  const Step step = raichi::Play(*rules_, move, &next);
  moves_.push_back(move);

  State state{step.result, step.reason, 0, 1};
  if (step.num_captured == 0) {
    state.quiet = states_.back().quiet + 1;
    state.occurrences = CountOccurrences(next.hash(), state.quiet);
  }
  hashes_.push_back(next.hash());
  states_.push_back(state);
  if (step.result != Result::kOngoing) return step;

  if (rules_->data().repetition.result == RepetitionResult::kIllegal) {
    MoveList moves;
    LegalMoves(&moves);
    if (moves.empty()) {
      JudgeNoMoves(mover, &states_.back());
      return step;
    }
  }
  JudgeHistory(mover, &states_.back());
  return step;
}

void Game::TakeBack() {
  RAICHI_CHECK(ply() > 0);
  Rewind(ply() - 1);
}

void Game::Rewind(int ply) {
  const auto size = static_cast<size_t>(ply) + 1;
  RAICHI_CHECK(size <= positions_.size());
  positions_.resize(size);
  hashes_.resize(size);
  states_.resize(size);
  moves_.resize(size - 1);
}

/// Returns false if no move can repeat a position so often that the rule on it applies. This needs
/// no look at the moves.
bool Game::MayRepeat() const {
  const int count = rules_->data().repetition.count;
  const auto end = static_cast<int>(states_.size());
  for (int i = end - 4; i >= end - 1 - quiet_plies() && i >= 0; i -= 2) {
    if (states_[static_cast<size_t>(i)].occurrences >= count - 1) return count > 0;
  }
  return false;
}

bool Game::WouldRepeat(Move move) const {
  Position next = position();
  const Step step = raichi::Play(*rules_, move, &next);
  if (step.num_captured > 0 || step.result != Result::kOngoing) return false;
  return CountOccurrences(next.hash(), quiet_plies() + 1) >= rules_->data().repetition.count;
}

void Game::LegalMoves(MoveList* moves) const {
  moves->Clear();
  if (IsOver()) return;
  GenerateMoves(*rules_, position(), moves);
  if (rules_->data().repetition.result != RepetitionResult::kIllegal || !MayRepeat()) return;
  size_t kept = 0;
  for (size_t i = 0; i < moves->size(); ++i) {
    if (!WouldRepeat((*moves)[i])) (*moves)[kept++] = (*moves)[i];
  }
  moves->Truncate(kept);
}

bool Game::IsLegal(Move move) const {
  if (IsOver() || !raichi::IsLegal(*rules_, position(), move)) return false;
  const RepetitionRules& repetition = rules_->data().repetition;
  return repetition.result != RepetitionResult::kIllegal || repetition.count == 0 ||
         !WouldRepeat(move);
}

Move Game::DrawByRepetition(std::span<const Move> moves) const {
  if (rules_->data().repetition.result != RepetitionResult::kDraw || !MayRepeat()) return Move();
  const auto repeats = [this](Move move) { return WouldRepeat(move); };
  const auto found = std::ranges::find_if(moves, repeats);
  return found == moves.end() ? Move() : *found;
}

void Game::Lose(Side side, Reason reason) {
  RAICHI_CHECK(!IsOver());
  states_.back().result = WinFor(Opponent(side));
  states_.back().reason = reason;
}

}  // namespace raichi
