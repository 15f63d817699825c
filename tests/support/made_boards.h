#pragma once

#include "base/rng.h"
#include "tests/support/slow_engine.h"

namespace raichi {

/// Function that returns a random board on which a rarer rule applies often. The board has one
/// king, not on a goal, and at least one attacker.
using BoardMaker = slow::Board (*)(const slow::SlowEngine& engine, Rng* rng);

/// Makes a row of two to four men along an edge, nearly all with an enemy in front. One end is
/// closed, and an enemy piece can slide to the other end. Sometimes one of these is missing.
slow::Board ShieldwallBoard(const slow::SlowEngine& engine, Rng* rng);
/// Places the king among many defenders, on the rim if that is not a goal, with attackers a few
/// squares away.
slow::Board FortBoard(const slow::SlowEngine& engine, Rng* rng);
/// Makes a ring of attackers around all defenders, complete or with a few gaps. Attackers to move.
slow::Board RingBoard(const slow::SlowEngine& engine, Rng* rng);
/// Makes a board with more pieces than empty squares, so there are few moves or none.
slow::Board CrowdedBoard(const slow::SlowEngine& engine, Rng* rng);
/// Places one or two attackers among many defenders.
slow::Board LastAttackersBoard(const slow::SlowEngine& engine, Rng* rng);

}  // namespace raichi
