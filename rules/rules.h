#pragma once

#include <array>
#include <memory>
#include <vector>

#include "rules/board/position.h"
#include "rules/rule_set.h"

namespace raichi {

/// The squares where a kind of piece may move, by rank and again by file, so that a line along
/// either axis is one word. Bits off the board are set in `block`, which ends every line there.
struct MoveMasks {
  SquareSet stop, stop_files;    // may stop there when empty
  SquareSet block, block_files;  // may not pass over (an empty one may still be a stop)
};

/// A rule set compiled to tables. Immutable, shared by everything that plays by it.
class Rules {
 public:
  /// Throws Error if the rule set contradicts itself or its board; it begins with the key.
  explicit Rules(RuleSet rule_set);

  const RuleSet& data() const { return data_; }
  int size() const { return data_.size; }
  const Position& start() const { return start_; }
  /// Equal for rule sets of equal rules, whatever their names and sources (canonical_yaml.h).
  uint64_t fingerprint() const { return fingerprint_; }

  const SquareSet& board() const { return board_; }
  const SquareSet& goal() const { return goal_; }
  const SquareSet& rim() const { return rim_; }
  const SquareSet& corners() const { return corners_; }    // empty without corner rules
  const SquareSet& camps() const { return camps_; }        // empty without camp rules
  const SquareSet& ordinary() const { return ordinary_; }  // on the board and not special
  Square throne() const { return throne_; }                // none without throne rules
  Square center() const { return Square((size() + 1) / 2, (size() + 1) / 2); }

  /// Camp (group of orthogonally connected camp squares) of a square, from 1; 0 outside camps.
  int CampOf(Square s) const { return camp_of_[s.code()]; }
  /// Whether some rule tells attackers that have not left their camp from those that have.
  bool tells_camps_apart() const { return tells_camps_apart_; }

  /// Masks of a piece on `from`. `at_home`: an attacker on a camp square that has not left that
  /// camp.
  const MoveMasks& MasksOf(PieceClass piece, Square from, bool at_home) const {
    if (piece != PieceClass::kAttacker || !tells_camps_apart_ || !at_home) {
      return masks_[static_cast<size_t>(piece)];
    }
    const int camp = CampOf(from);
    return masks_[camp == 0 ? 0 : static_cast<size_t>(camp + 2)];
  }

  /// The squares that are always hostile to a class (camps), and those that are hostile only while
  /// they are empty (throne, corners).
  const SquareSet& HostileAlways(PieceClass piece) const { return hostile_[Index(piece)]; }
  const SquareSet& HostileEmpty(PieceClass piece) const { return hostile_empty_[Index(piece)]; }
  /// Whether the camp square `s` is hostile only to attackers that have not left it.
  bool HostileToSameCamp(Square s) const { return hostile_same_camp_.Has(s); }

  KingCapture KingCaptureAt(Square king) const { return king_capture_[king.code()]; }

 private:
  static size_t Index(PieceClass piece) { return static_cast<size_t>(piece); }
  void CompileSquares();
  void CompileCamps();
  void CompileMoves();
  void CompileHostility();
  void CompileKingCapture();
  MoveMasks MasksFor(PieceClass piece, int camp) const;

  RuleSet data_;
  SquareSet board_, goal_, rim_, corners_, camps_, ordinary_;
  Square throne_;
  std::array<uint8_t, 1024> camp_of_{};
  bool tells_camps_apart_ = false;
  std::vector<MoveMasks> masks_;  // by class; then attackers at home, by camp
  std::array<SquareSet, 3> hostile_{}, hostile_empty_{};
  SquareSet hostile_same_camp_;
  std::array<KingCapture, 1024> king_capture_{};
  Position start_;
  uint64_t fingerprint_ = 0;
};

using RulesPtr = std::shared_ptr<const Rules>;

}  // namespace raichi
