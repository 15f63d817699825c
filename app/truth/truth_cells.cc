#include "app/truth/truth_cells.h"

#include <algorithm>

#include "rules/symmetry.h"

namespace raichi {

TruthCells::TruthCells(const Rules& rules, int per_class, int longest)
    : rules_(rules), per_class_(per_class), longest_(longest) {}

TruthCells::Cell TruthCells::CellOf(Side to_move, int plies) const {
  return {plies % 2 == 1 ? to_move : Opponent(to_move),
          plies < longest_ ? plies : longest_ + plies % 2};
}

int TruthCells::Room(const Cell& cell) const {
  const int most = cell.second <= 2 ? (per_class_ + 1) / 2 : per_class_;
  const auto found = counts_.find(cell);
  return found == counts_.end() ? most : most - found->second;
}

uint64_t TruthCells::Key(const Position& position) const {
  uint64_t least = UINT64_MAX;
  for (const Symmetry symmetry : SymmetriesOf(rules_)) {
    least = std::min(least, HashUnder(symmetry, position, rules_));
  }
  return least;
}

bool TruthCells::HasRoomFor(const Position& position, int plies) const {
  return Room(CellOf(position.to_move(), plies)) > 0 && !keys_.contains(Key(position));
}

void TruthCells::Add(TruthPosition truth) {
  ++counts_[CellOf(truth.position.to_move(), truth.plies)];
  keys_.insert(Key(truth.position));
  positions_.push_back(std::move(truth));
}

bool TruthCells::IsFull(int most_plies) const {
  for (const Side winner : {Side::kAttackers, Side::kDefenders}) {
    for (int plies = 1; plies <= most_plies; ++plies) {
      if (Room({winner, plies}) > 0) return false;
    }
  }
  return true;
}

}  // namespace raichi
