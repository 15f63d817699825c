#include "mcts/alphabeta/tafl_evaluation.h"

#include <algorithm>
#include <array>

#include "rules/copenhagen.h"
#include "rules/hostility.h"
#include "rules/movegen.h"

namespace raichi {
namespace {

constexpr int kDefenderMan = 100;
constexpr int kArmy = 900;  // all attackers together, as many as in the initial setup
constexpr int kOneRoad = 90;
constexpr int kTwoRoads = 1200;
constexpr int kNextRoad = 12;
constexpr int kNextTwoRoads = 40;
constexpr int kNextTwoRoadsOnMove = 400;
constexpr int kMobility = 4;
constexpr int kGuard = 10;
constexpr int kGuardCustodial = 20;
constexpr int kCornerGuard = 15;
constexpr int kRing = 350;
constexpr int kCornerStep = 8;

int Men(const Rules& rules, const Position& position) {
  const int army = std::max(rules.start().Count(Side::kAttackers), 1);
  return kDefenderMan * (position.Count(Side::kDefenders) - 1) -
         kArmy * position.Count(Side::kAttackers) / army;
}

int Roads(const Rules& rules, const Position& position) {
  const int roads = KingRoads(rules, position);
  return roads == 0 ? 0 : roads == 1 ? kOneRoad : kTwoRoads;
}

/// Returns the score of the roads that the king's next move could open, and of his mobility.
int KingReach(const Rules& rules, const Position& position) {
  Position trial = position;
  int score = 0;
  bool opens_two = false;
  ForEachSquare(StopsOf(rules, position, position.king()), rules.size(), [&](Square s) {
    trial.Relocate(trial.king(), s, PieceClass::kKing);
    const int roads = KingRoads(rules, trial);
    score += kMobility + (roads == 1 ? kNextRoad : roads > 1 ? kNextTwoRoads : 0);
    opens_two |= roads > 1;
  });
  if (opens_two && position.to_move() == Side::kDefenders) score += kNextTwoRoadsOnMove;
  return score;
}

int Guards(const Rules& rules, const Position& position) {
  const Square king = position.king();
  const bool is_custodial = rules.KingCaptureAt(king) == KingCapture::kCustodial;
  int guards = 0;
  for (const auto& [dx, dy] : kDirections) {
    const Square s(king.x() + dx, king.y() + dy);
    guards += IsHostile(rules, position, s, PieceClass::kKing, king);
  }
  return guards * (is_custodial ? kGuardCustodial : kGuard);
}

bool IsRinged(const Rules& rules, const Position& position) {
  SquareSet open;
  for (int y = 1; y <= rules.size(); ++y) {
    open[y] = rules.board()[y] & ~position.Men(Side::kAttackers)[y];
  }
  SquareSet king;
  king.Add(position.king());
  const SquareSet reached = Flood(king, open, rules.size());
  for (int y = 1; y <= rules.size(); ++y) {
    if ((reached[y] & rules.goal()[y]) != 0) return false;
  }
  return true;
}

/// Returns the number of steps to the nearest corner plus two, so a corner itself has two.
int CornerDistance(const Rules& rules, Square s) {
  const int last = rules.size() + 1;
  return std::min(s.x(), last - s.x()) + std::min(s.y(), last - s.y());
}

/// Returns the score of attackers inside the rim on the diagonals that cut off the corners, where a
/// few of them close many lines.
int CornerGuards(const Rules& rules, const Position& position) {
  int guards = 0;
  ForEachSquare(position.Men(Side::kAttackers), rules.size(), [&](Square s) {
    const int distance = CornerDistance(rules, s);
    guards += (distance == 4 || distance == 5) && !rules.rim().Has(s);
  });
  return guards * kCornerGuard;
}

}  // namespace

int EvaluateTafl(const Rules& rules, const Position& position) {
  int score =
      Men(rules, position) + kArmy - kDefenderMan * (rules.start().Count(Side::kDefenders) - 1);
  score += KingReach(rules, position) - Guards(rules, position);
  if (position.to_move() == Side::kAttackers) score += Roads(rules, position);
  score -= CornerGuards(rules, position);
  if (IsRinged(rules, position)) score -= kRing;
  if (rules.data().goal == Goal::kCorners)
    score -= kCornerStep * CornerDistance(rules, position.king());
  return position.to_move() == Side::kDefenders ? score : -score;
}

}  // namespace raichi
