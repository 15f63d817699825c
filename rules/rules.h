#pragma once

#include <array>
#include <memory>
#include <vector>

#include "rules/board/position.h"
#include "rules/rule_set.h"

namespace raichi {

/// The squares where a kind of piece may stop and pass, stored by rank and again by file, so that a
/// line along either axis is one word. In `block`, the bits around the board are set, so that every
/// line ends there.
struct MoveMasks {
  SquareSet stop, stop_files;    // may stop there if it is empty
  SquareSet block, block_files;  // may not pass over it, but perhaps stop there
};

/// A rule set compiled to tables. Immutable, and shared by all games that are played by it.
class Rules {
 public:
  /// Throws Error, which begins with the key, if keys of the rule set contradict each other or the
  /// board.
  explicit Rules(RuleSet rule_set);

  const RuleSet& data() const { return data_; }
  int size() const { return data_.size; }
  const Position& start() const { return start_; }
  /// A hash of the rules without their name and sources (RuleFingerprint in canonical_yaml.h).
  uint64_t fingerprint() const { return fingerprint_; }

  const SquareSet& board() const { return board_; }
  const SquareSet& goal() const { return goal_; }
  const SquareSet& rim() const { return rim_; }
  const SquareSet& corners() const { return corners_; }    // empty without corner rules
  const SquareSet& camps() const { return camps_; }        // empty without camp rules
  const SquareSet& ordinary() const { return ordinary_; }  // on the board and not special
  Square throne() const { return throne_; }                // none without throne rules
  Square center() const { return Square((size() + 1) / 2, (size() + 1) / 2); }

  /// The number of the camp (group of orthogonally connected camp squares) of a square, from 1; 0
  /// outside camps.
  int CampOf(Square s) const { return camp_of_[s.code()]; }
  int NumCamps() const { return static_cast<int>(camp_squares_.size()); }
  /// The squares of a camp, which is given by its number.
  const SquareSet& SquaresOfCamp(int camp) const {
    return camp_squares_[static_cast<size_t>(camp - 1)];
  }
  /// Those of `attackers` who stand in a camp, which is given by its number, and have not left it.
  SquareSet AtHome(int camp, const SquareSet& attackers, const Position& position) const {
    return Difference(Intersection(attackers, SquaresOfCamp(camp)), position.strays());
  }
  bool camps_close() const { return camps_close_; }
  /// Whether some rule distinguishes attackers who have not left their camp from those who have.
  bool tells_camps_apart() const { return tells_camps_apart_; }

  /// Whether the setup has a royal attacker. Without one, no position has him.
  bool has_royal() const { return !start_.royal().IsNone(); }

  /// The masks of a piece on `from` while all camps are open. `at_home` is true for an attacker on
  /// a camp square who has not left that camp.
  const MoveMasks& MasksOf(PieceClass piece, Square from, bool at_home) const {
    return MasksOf(piece, at_home && tells_camps_apart_ ? CampOf(from) : 0);
  }
  /// The same, of a piece that has not left this camp; 0: all others.
  const MoveMasks& MasksOf(PieceClass piece, int camp) const {
    if (camp == 0 || SideOf(piece) == Side::kDefenders) return masks_[Index(piece)];
    return masks_[kNumClasses + 2 * static_cast<size_t>(camp - 1) + (piece == PieceClass::kRoyal)];
  }
  /// Whether MasksOf alone determines how pieces move, because there are no speed limits, no camps
  /// that close and no royal attacker.
  bool moves_by_masks() const { return moves_by_masks_; }
  /// The largest number of squares that a move may cover; 0: no limit.
  int SpeedOf(PieceClass piece) const { return speed_[Index(piece)]; }
  /// Whether a class may stop on, or pass over, the squares of closed camps.
  bool MayStopOnClosed(PieceClass piece) const { return data_.camps->closed_stop.Has(piece); }
  bool MayPassClosed(PieceClass piece) const { return data_.camps->closed_pass.Has(piece); }

  /// The squares that are always hostile to a class (camps, and the squares around the board if the
  /// edge is hostile), and those that are hostile only while they are empty (throne, corners).
  const SquareSet& HostileAlways(PieceClass piece) const { return hostile_[Index(piece)]; }
  const SquareSet& HostileEmpty(PieceClass piece) const { return hostile_empty_[Index(piece)]; }
  /// The camp squares that are hostile only to attackers who have not left that camp.
  const SquareSet& HostileToSameCamp() const { return hostile_same_camp_; }

  KingCapture KingCaptureAt(Square king) const { return king_capture_[king.code()]; }

 private:
  static size_t Index(PieceClass piece) { return static_cast<size_t>(piece); }
  void CompileSquares();
  void CompileCamps();
  void CompileMoves();
  void CompileHostility();
  void CompileKingCapture();
  void CompileStart();
  MoveMasks MasksFor(PieceClass piece, int camp) const;

  RuleSet data_;
  SquareSet board_, goal_, rim_, corners_, camps_, ordinary_;
  Square throne_;
  std::array<uint8_t, 1024> camp_of_{};
  std::vector<SquareSet> camp_squares_;
  bool tells_camps_apart_ = false;
  bool camps_close_ = false;
  bool moves_by_masks_ = true;
  std::vector<MoveMasks> masks_;  // by class; then by camp, for both kinds of attackers at home
  std::array<int, kNumClasses> speed_{};
  std::array<SquareSet, kNumClasses> hostile_{}, hostile_empty_{};
  SquareSet hostile_same_camp_;
  std::array<KingCapture, 1024> king_capture_{};
  Position start_;
  uint64_t fingerprint_ = 0;
};

using RulesPtr = std::shared_ptr<const Rules>;

}  // namespace raichi
