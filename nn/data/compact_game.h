#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/game.h"
#include "selfplay/records/record.h"

namespace raichi {

/// A finished game as training needs it: moves, and for each policy target its visits, in a few
/// bytes a move.
class CompactGame {
 public:
  struct Visit {
    Move move;
    uint16_t count;  // scaled down where a search had more than 65535
  };

  /// `record` has been checked against `rules` (CheckRecord).
  CompactGame(const GameRecord& record, RulesPtr rules);

  const RulesPtr& rules() const { return rules_; }
  Position Start() const;
  Result result() const { return result_; }
  /// Whether play went to the end by the rules, so that the last board says what became of the
  /// pieces; false for resigned games and those cut short.
  bool played_out() const { return played_out_; }
  std::span<const Move> moves() const { return moves_; }
  /// Mean value of the search at `ply`, for the side to move; none where there was no search.
  std::optional<float> RootValue(int ply) const;

  int targets() const { return static_cast<int>(targets_.size()); }
  /// The ply of a policy target, and its visits.
  int PlyOf(int target) const { return targets_[static_cast<size_t>(target)].ply; }
  std::span<const Visit> VisitsOf(int target) const;

  size_t bytes() const;

 private:
  struct Target {
    uint16_t ply;
    uint32_t end;  // of its visits
  };
  RulesPtr rules_;
  std::string start_;  // position text, empty: the rules' setup
  Result result_;
  bool played_out_;
  std::vector<Move> moves_;
  std::vector<int16_t> values_;  // by ply; kNoValue where there was no search
  std::vector<Target> targets_;
  std::vector<Visit> visits_;
};

}  // namespace raichi
