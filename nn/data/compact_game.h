#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/game.h"
#include "selfplay/records/record.h"

namespace raichi {

/// A finished game reduced to what training needs: its moves, the values of its searches, and the
/// visit counts of each policy target. Takes a few bytes per move.
class CompactGame {
 public:
  struct Visit {
    Move move;
    uint16_t count;  // scaled down if the search gave any move more than 65535 visits
  };

  /// Requires that CheckRecord has accepted `record` under `rules`.
  CompactGame(const GameRecord& record, RulesPtr rules);

  const RulesPtr& rules() const { return rules_; }
  Position Start() const;
  Result result() const { return result_; }
  /// Returns true if the game ended by the rules, so that the last board shows which pieces
  /// survived; false if it was resigned or cut short.
  bool played_out() const { return played_out_; }
  /// Returns what the last search of a game that the players' limit on plies cut short thought of
  /// it, for the attackers: the limit is not one of the rules, so the draw says nothing. None for
  /// other games.
  std::optional<float> CutValue() const;
  std::span<const Move> moves() const { return moves_; }
  /// Returns the mean value of the search at `ply` for the side to move, or none if there was no
  /// search at that ply.
  std::optional<float> RootValue(int ply) const;

  int targets() const { return static_cast<int>(targets_.size()); }
  /// Return the ply of a policy target and its visits. `target` is in [0, targets()).
  int PlyOf(int target) const { return targets_[static_cast<size_t>(target)].ply; }
  std::span<const Visit> VisitsOf(int target) const;
  /// Draws a policy target in proportion to its surprise, given a uniform number in [0, 1). Targets
  /// of unknown surprise weigh as much as the others on average; without any surprise all weigh the
  /// same. There must be a target.
  int DrawBySurprise(double uniform) const;

  size_t bytes() const;

 private:
  struct Target {
    uint16_t ply;
    uint16_t surprise;  // in units of 1 / kSurpriseScale; kNoSurprise if unknown
    uint32_t end;       // of its visits in visits_
  };
  RulesPtr rules_;
  std::string start_;  // position text; empty for the rules' setup
  Result result_;
  bool played_out_;
  std::vector<Move> moves_;
  std::vector<int16_t> values_;  // by ply; kNoValue if there was no search
  std::vector<Target> targets_;
  std::vector<Visit> visits_;
};

}  // namespace raichi
