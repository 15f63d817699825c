#pragma once

#include "rules/rng.h"
#include "tests/support/slow_engine.h"

namespace raichi {

/// Boards made so that the rarer rules have something to do. Each has one king, on no goal, and at
/// least one attacker.
using BoardMaker = slow::Board (*)(const slow::SlowEngine& engine, Rng* rng);

/// A row of two to four men along an edge, nearly all of them held from the front, one end closed,
/// a piece of the holders' side able to slide to the other; now and then a flaw.
slow::Board ShieldwallBoard(const slow::SlowEngine& engine, Rng* rng);
/// The king on the rim, if that is no goal, among many defenders; attackers a few squares off.
slow::Board FortBoard(const slow::SlowEngine& engine, Rng* rng);
/// A ring of attackers around all defenders, whole or with few gaps; attackers to move.
slow::Board RingBoard(const slow::SlowEngine& engine, Rng* rng);
/// More pieces than empty squares: few moves or none.
slow::Board CrowdedBoard(const slow::SlowEngine& engine, Rng* rng);
/// One or two attackers among many defenders.
slow::Board LastAttackersBoard(const slow::SlowEngine& engine, Rng* rng);

}  // namespace raichi
