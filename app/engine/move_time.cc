#include "app/engine/move_time.h"

#include <algorithm>
#include <cmath>

namespace raichi {
namespace {

constexpr double kLeastShare = 0.05;  // of a limit, kept in reserve
constexpr double kFewestMoves = 10, kMostMoves = 40, kUsualMoves = 30;
constexpr double kOfIncrement = 0.75;
constexpr double kMostOfRemaining = 0.5;

double ExpectedMoves(const GameClock& clock) {
  if (clock.moves_to_go > 0) return clock.moves_to_go;
  if (clock.plies_left <= 0) return kUsualMoves;
  return std::clamp(std::ceil(clock.plies_left / 2), kFewestMoves, kMostMoves);
}

}  // namespace

double PlanSeconds(const GameClock& clock, double margin) {
  const double usable =
      std::max(0.0, clock.remaining - std::max(margin, kLeastShare * clock.remaining));
  const double share = usable / ExpectedMoves(clock) + kOfIncrement * clock.increment;
  return std::min(share, clock.moves_to_go == 1 ? usable : kMostOfRemaining * usable);
}

double SecondsWithin(double limit, double margin) { return limit - std::min(margin, limit / 2); }

double StrictMargin(double limit) { return std::max(1.0, kLeastShare * limit); }

}  // namespace raichi
