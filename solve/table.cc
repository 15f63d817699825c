#include "solve/table.h"

#include <utility>

#include "base/check.h"

namespace raichi {
namespace {

/// Who wins a game that goes on for ever.
Result EndlessResult(const RepetitionRules& repetition) {
  const bool by_rule = repetition.count > 0 && repetition.result != RepetitionResult::kDraw;
  return by_rule ? Result::kAttackersWin : Result::kDraw;  // the only such rule: defenders_lose
}

}  // namespace

SolveTable::SolveTable(RulesPtr rules, const std::vector<Symmetry>& symmetries)
    : rules_(std::move(rules)),
      index_(*rules_, symmetries),
      cells_(index_.size()),
      stage_{.material = static_cast<uint32_t>(index_.classes().size() - 1)} {
  cells_[index_.Of(PlacementOf(rules_->start(), rules_->size()))] = kSeen;
}

SolveTable::SolveTable(RulesPtr rules) : SolveTable(rules, SymmetriesOf(*rules)) {}

std::optional<Solved> SolveTable::ValueOf(const Position& position) const {
  const Placement placement = PlacementOf(position, rules().size());
  if (!index_.Has(placement)) return std::nullopt;
  const uint64_t index = index_.Of(placement);
  if (cells_[index] == kUnreached) return std::nullopt;
  return ValueAt(index);
}

Solved SolveTable::ValueAt(uint64_t index) const {
  const Cell cell = cells_[index];
  RAICHI_CHECK(IsDone() && cell != kUnreached);
  if (cell == kDrawn) return {.result = Result::kDraw};
  if (!IsDecided(cell)) {
    return {.result = EndlessResult(rules().data().repetition), .is_endless = true};
  }
  const Side to_move = PositionIndex::ToMoveAt(index);
  return {.result = WinFor(IsWon(cell) ? to_move : Opponent(to_move)), .plies = cell};
}

Position SolveTable::PositionAt(uint64_t index) const {
  return PositionOf(index_.At(index), rules().size());
}

}  // namespace raichi
