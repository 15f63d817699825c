#include "rules/copenhagen.h"
#include "rules/hostility.h"
#include "rules/movegen.h"
#include "rules/threats.h"

namespace raichi {
namespace {

void Capture(Square s, PieceClass piece, Position* position, Step* step) {
  position->Remove(s, piece);
  step->captured[static_cast<size_t>(step->num_captured++)] = s;
}

/// Captures the enemy man next to `s` if the square behind him is hostile.
void CaptureToward(const Rules& rules, Square s, int dx, int dy, Side mover, Position* position,
                   Step* step) {
  const Square a(s.x() + dx, s.y() + dy);
  if (!position->Men(Opponent(mover)).Has(a) || a == position->king()) return;
  const PieceClass man = mover == Side::kAttackers ? PieceClass::kDefender
                         : a == position->royal()  ? PieceClass::kRoyal
                                                   : PieceClass::kAttacker;
  // The square behind a man on the rim may be off the board, where every square counts as empty.
  const Square b(a.x() + dx, a.y() + dy);
  if (IsHostile(rules, *position, b, man, a)) Capture(a, man, position, step);
}

void CaptureMen(const Rules& rules, Square to, Side mover, Position* position, Step* step) {
  const SquareSet& enemies = position->Men(Opponent(mover));
  if (((enemies[to.y()] >> (to.x() - 1) & 5) |
       ((enemies[to.y() - 1] | enemies[to.y() + 1]) >> to.x() & 1)) == 0) {
    return;
  }
  CaptureToward(rules, to, 0, -1, mover, position, step);
  CaptureToward(rules, to, -1, 0, mover, position, step);
  CaptureToward(rules, to, 1, 0, mover, position, step);
  CaptureToward(rules, to, 0, 1, mover, position, step);
}

/// Whether the attacker that just moved to `to` has captured the king.
bool IsKingCaptured(const Rules& rules, const Position& position, Square to) {
  for (size_t i = 0; i < kDirections.size(); ++i) {
    if (Neighbour(position.king(), kDirections[i]) == to) {
      return WouldCaptureKing(rules, position, i);
    }
  }
  return false;
}

void End(Result result, Reason reason, Step* step) {
  step->result = result;
  step->reason = reason;
}

/// Tests the ends after a move of the attackers to `to`; men are already captured.
void JudgeAttackersMove(const Rules& rules, Square to, Position* position, Step* step) {
  if (IsKingCaptured(rules, *position, to)) {
    position->Remove(position->king(), PieceClass::kKing);
    End(Result::kAttackersWin, Reason::kKingCaptured, step);
  } else if (rules.data().encirclement && IsEncircled(rules, *position)) {
    End(Result::kAttackersWin, Reason::kEncircled, step);
  }
}

/// Tests the ends after a move of the defenders; men are already captured. `royal` is the square
/// where the royal attacker stood before the move.
void JudgeDefendersMove(const Rules& rules, const Position& position, Square royal, Step* step) {
  if (position.royal() != royal) {
    End(Result::kDefendersWin, Reason::kRoyalCaptured, step);
  } else if (rules.goal().Has(position.king())) {
    End(Result::kDefendersWin, Reason::kKingEscaped, step);
  } else if (position.Count(Side::kAttackers) == 0) {
    End(Result::kDefendersWin, Reason::kNoAttackers, step);
  } else if (rules.data().exit_forts && HasExitFort(rules, position)) {
    End(Result::kDefendersWin, Reason::kExitFort, step);
  }
}

/// Marks an attacker that moved to a camp square as a stray unless it stayed in its own camp.
void TrackCamps(const Rules& rules, Square from, Square to, bool was_at_home, Position* position) {
  if (rules.CampOf(to) == 0) return;
  position->SetStray(to, !was_at_home || rules.CampOf(from) != rules.CampOf(to));
}

/// Closes the camps whose last attacker has left by the move from `from` or by its captures.
void CloseCamps(const Rules& rules, Square from, Side mover, const Step& step, Position* position) {
  if (mover == Side::kAttackers) return CloseCampIfEmpty(rules, from, position);
  for (int i = 0; i < step.num_captured; ++i) {
    CloseCampIfEmpty(rules, step.captured[static_cast<size_t>(i)], position);
  }
}

}  // namespace

Step Play(const Rules& rules, Move move, Position* position) {
  Step step;
  const Square from = move.from();
  const Square to = move.to();
  const Side mover = position->to_move();
  const Square royal = position->royal();
  const PieceClass piece = mover == Side::kAttackers
                               ? (from == royal ? PieceClass::kRoyal : PieceClass::kAttacker)
                           : from == position->king() ? PieceClass::kKing
                                                      : PieceClass::kDefender;
  const bool has_homes = rules.tells_camps_apart() && mover == Side::kAttackers;
  const bool was_at_home = has_homes && rules.CampOf(from) != 0 && !position->IsStray(from);
  position->Relocate(from, to, piece);
  if (has_homes) TrackCamps(rules, from, to, was_at_home, position);
  position->SetToMove(Opponent(mover));

  if (CanHammer(rules.data().king.armed, piece)) {
    // All captures of a move happen at once, so rows are tested first: a man who is captured
    // between two pieces may also be part of a row.
    if (rules.data().shieldwall) CaptureShieldwalls(rules, to, mover, position, &step);
    CaptureMen(rules, to, mover, position, &step);
  }
  if (rules.camps_close()) CloseCamps(rules, from, mover, step, position);
  if (mover == Side::kAttackers) {
    JudgeAttackersMove(rules, to, position, &step);
  } else {
    JudgeDefendersMove(rules, *position, royal, &step);
  }
  if (step.result == Result::kOngoing && !HasMove(rules, *position)) {
    End(rules.data().no_moves == NoMovesResult::kLoss ? WinFor(mover) : Result::kDraw,
        Reason::kNoMoves, &step);
  }
  return step;
}

}  // namespace raichi
