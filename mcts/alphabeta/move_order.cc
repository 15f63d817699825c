#include "mcts/alphabeta/move_order.h"

#include <algorithm>
#include <utility>

namespace raichi {

bool SeemsToCapture(const Rules& rules, const Position& position, Move move) {
  const Side side = position.to_move();
  const SquareSet& own = position.Men(side);
  const SquareSet& enemies = position.Men(Opponent(side));
  const Square to = move.to();
  for (const auto& [dx, dy] : kDirections) {
    const Square a(to.x() + dx, to.y() + dy);
    if (!enemies.Has(a) || a == position.king()) continue;
    const Square b(a.x() + dx, a.y() + dy);
    if (b == move.from()) continue;
    const bool may_be_hostile = rules.board().Has(b) ? own.Has(b) || !rules.ordinary().Has(b)
                                                     : rules.HostileAlways(*position.At(a)).Has(b);
    if (may_be_hostile) return true;
  }
  return false;
}

void MoveOrder::Clear() {
  std::fill(history_.begin(), history_.end(), 0);
  killers_ = {};
}

void MoveOrder::Fade() {
  for (int& score : history_) score /= 8;
  killers_ = {};
}

void MoveOrder::Score(const Rules& rules, const Position& position, const MoveList& moves,
                      Move first, int ply, std::vector<int>* scores) const {
  scores->resize(moves.size());
  const auto& killers = killers_[static_cast<size_t>(ply)];
  for (size_t i = 0; i < moves.size(); ++i) {
    const Move move = moves[i];
    (*scores)[i] = move == first                           ? kFirstScore
                   : SeemsToCapture(rules, position, move) ? kCaptureScore
                   : move == killers[0]                    ? kKillerScore + 1
                   : move == killers[1]                    ? kKillerScore
                                                           : history_[move.code()];
  }
}

void MoveOrder::NoteRefutation(Move move, int ply, int depth) {
  auto& killers = killers_[static_cast<size_t>(ply)];
  if (killers[0] != move) killers = {move, killers[0]};
  int& score = history_[move.code()];
  score = std::min(score + depth * depth, kKillerScore - 1);
}

void PickNext(size_t i, MoveList* moves, std::vector<int>* scores) {
  const auto best = static_cast<size_t>(
      std::max_element(scores->begin() + static_cast<std::ptrdiff_t>(i), scores->end()) -
      scores->begin());
  std::swap((*scores)[i], (*scores)[best]);
  std::swap((*moves)[i], (*moves)[best]);
}

}  // namespace raichi
