#pragma once

#include "rules/rng.h"
#include "tests/support/slow_engine.h"

namespace raichi {

/// Random boards on which the rarer rules apply often. Each has one king, not on a goal, and at
/// least one attacker.
using BoardMaker = slow::Board (*)(const slow::SlowEngine& engine, Rng* rng);

/// A row of two to four men along an edge, nearly all with an enemy in front. One end is closed,
/// and an enemy piece can slide to the other end. Now and then something is missing.
slow::Board ShieldwallBoard(const slow::SlowEngine& engine, Rng* rng);
/// The king among many defenders, on the rim if that is not a goal; attackers a few squares away.
slow::Board FortBoard(const slow::SlowEngine& engine, Rng* rng);
/// A ring of attackers around all defenders, complete or with a few gaps; attackers to move.
slow::Board RingBoard(const slow::SlowEngine& engine, Rng* rng);
/// More pieces than empty squares: few moves or none.
slow::Board CrowdedBoard(const slow::SlowEngine& engine, Rng* rng);
/// One or two attackers among many defenders.
slow::Board LastAttackersBoard(const slow::SlowEngine& engine, Rng* rng);

}  // namespace raichi
