#include "rules/why_illegal.h"

#include <array>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "rules/board/text.h"
#include "rules/hostility.h"

namespace raichi {
namespace {

std::string PieceWord(PieceClass piece) {
  constexpr std::array<std::string_view, kNumClasses> kWords = {"attacker", "defender", "king",
                                                                "royal attacker"};
  return std::string(kWords[static_cast<size_t>(piece)]);
}

std::string PieceOn(const Position& position, Square s) {
  return "the " + PieceWord(*position.At(s)) + " on " + ToString(s);
}

/// `defenders`, `the king`: those whom a rule on a class is about.
std::string Those(PieceClass piece) {
  const bool is_leader = piece == PieceClass::kKing || piece == PieceClass::kRoyal;
  return is_leader ? "the " + PieceWord(piece) : PieceWord(piece) + "s";
}

/// One piece that is about to move, and the squares where the rules let it stop and pass.
class Mover {
 public:
  Mover(const Rules& rules, const Position& position, Square from)
      : rules_(rules),
        position_(position),
        piece_(*position.At(from)),
        at_home_(rules.CampOf(from) != 0 && !position.IsStray(from)),
        masks_(rules.MasksOf(piece_, from, at_home_)) {}

  bool MayStop(Square s) const {
    return IsClosed(s) ? rules_.MayStopOnClosed(piece_) : masks_.stop.Has(s);
  }
  bool MayPass(Square s) const {
    return IsClosed(s) ? rules_.MayPassClosed(piece_) : !masks_.block.Has(s);
  }
  /// `defenders may not stop on the throne`; `verb` says what they may not do there.
  std::string Forbid(const std::string& verb, Square s) const {
    const bool by_leaving = piece_ != PieceClass::kKing && piece_ != PieceClass::kDefender &&
                            !IsClosed(s) && rules_.camps().Has(s) && AtHomeOnly(verb);
    const std::string whom = Those(piece_) + (by_leaving ? " from elsewhere" : "");
    return whom + " may not " + verb + " " + Place(s) + " " + ToString(s);
  }
  int speed() const { return rules_.SpeedOf(piece_); }
  std::string those() const { return Those(piece_); }

 private:
  bool IsClosed(Square s) const { return IsInClosedCamp(rules_, position_, s); }
  /// Whether attackers may do this in the camp that they have not left yet.
  bool AtHomeOnly(const std::string& verb) const {
    const CampRules& camps = *rules_.data().camps;
    return (verb == "stop on" ? camps.stop : camps.pass).HasSameCamp();
  }
  std::string Place(Square s) const {
    if (s == rules_.throne()) return "the throne";
    if (rules_.corners().Has(s)) return "the corner square";
    return IsClosed(s) ? "the closed camp's square" : "the camp square";
  }

  const Rules& rules_;
  const Position& position_;
  const PieceClass piece_;
  const bool at_home_;
  const MoveMasks& masks_;
};

/// Why the piece on `from` cannot go as far as `to`; empty if it can.
std::string WhyUnreachable(const Rules& rules, const Position& position, Square from, Square to) {
  const Mover mover(rules, position, from);
  const int dx = to.x() - from.x(), dy = to.y() - from.y();
  const int distance = std::abs(dx + dy);
  const Direction step{dx / distance, dy / distance};
  Square s = from;
  for (int walked = 1; walked <= distance; ++walked) {
    s = Neighbour(s, step);
    if (!position.IsEmpty(s))
      return PieceOn(position, s) + (s == to ? " is already there" : " is in the way");
    if (s != to && !mover.MayPass(s)) return mover.Forbid("pass over", s);
  }
  if (!mover.MayStop(to)) return mover.Forbid("stop on", to);
  const int speed = mover.speed();
  if (speed == 0 || distance <= speed) return "";
  return mover.those() + " may move at most " + Counted(speed, "square");
}

}  // namespace

std::string WhyUnmovable(const Game& game, Square from) {
  const Position& position = game.position();
  if (position.IsEmpty(from)) return "there is no piece on " + ToString(from);
  if (!position.Men(position.to_move()).Has(from)) {
    const bool attackers = position.to_move() == Side::kAttackers;
    return PieceOn(position, from) + " does not belong to the " +
           (attackers ? "attackers" : "defenders") + ", who are to move";
  }
  return "";
}

std::string WhyIllegal(const Game& game, Move move) {
  if (std::string why = WhyUnmovable(game, move.from()); !why.empty()) return why;
  const std::string why = WhyUnreachable(game.rules(), game.position(), move.from(), move.to());
  if (!why.empty() || game.IsLegal(move)) return why;
  return "this position would occur " + std::to_string(game.rules().data().repetition.count) +
         " times, which the rules forbid";
}

}  // namespace raichi
