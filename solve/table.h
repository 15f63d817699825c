#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rules/rules.h"
#include "solve/cells.h"
#include "solve/index.h"

namespace raichi {

/// How far a table is: what its Solver does next.
struct SolveStage {
  /// In this order. First kReach for each class of material, the largest first; then kPrepare,
  /// kDecide and kDraw for each class, the smallest first.
  enum Kind : uint32_t { kReach, kPrepare, kDecide, kDraw, kDone };
  uint32_t kind = kReach;
  uint32_t material = 0;  // in PositionIndex::classes
  uint32_t plies = 0;     // kDecide: the distance that is looked for

  bool operator==(const SolveStage&) const = default;
};

/// The value of a position under perfect play.
struct Solved {
  Result result = Result::kDraw;
  /// Until the win, if the winner hurries and the loser delays. None for draws and for wins by
  /// endless repetition, which take as long as the rules let them.
  std::optional<int> plies;
  bool is_endless = false;  // nobody can force another end

  bool operator==(const Solved&) const = default;
};

/// The positions of a small game and what is known of them. A Solver fills it.
class SolveTable {
 public:
  /// An empty table, with the setup as the only position that is reached. The rules must have
  /// passed CheckSolvable. `symmetries` is a group of symmetries of the rules.
  SolveTable(RulesPtr rules, const std::vector<Symmetry>& symmetries);
  explicit SolveTable(RulesPtr rules);  // with all symmetries of the rules

  const Rules& rules() const { return *rules_; }
  const RulesPtr& rules_ptr() const { return rules_; }
  const PositionIndex& index() const { return index_; }
  std::vector<Cell>& cells() { return cells_; }
  const std::vector<Cell>& cells() const { return cells_; }
  SolveStage& stage() { return stage_; }
  const SolveStage& stage() const { return stage_; }
  bool IsDone() const { return stage_.kind == SolveStage::kDone; }

  /// The value of a position of a finished table; none if the position cannot be reached.
  std::optional<Solved> ValueOf(const Position& position) const;
  /// The value of a reached position by its number.
  Solved ValueAt(uint64_t index) const;
  Position PositionAt(uint64_t index) const;

 private:
  RulesPtr rules_;
  PositionIndex index_;
  std::vector<Cell> cells_;  // by number of the position
  SolveStage stage_;
};

}  // namespace raichi
