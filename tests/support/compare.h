#pragma once

#include <string>

#include "rules/game.h"
#include "rules/rng.h"
#include "tests/support/slow_game.h"

namespace raichi {

/// The number of random positions that a test should look at: `count`, or a twentieth of it under a
/// sanitizer, times $RAICHI_TEST_SCALE (a number) if that is set.
int Scaled(int count);

/// Differences between the engine and the slow one, as a sentence; empty if there is none.
std::string CompareBoards(const Rules& rules, const Position& fast, const slow::SlowEngine& engine,
                          const slow::Board& board);
std::string CompareMoves(const Rules& rules, const Position& fast, const slow::SlowEngine& engine,
                         const slow::Board& board);
/// Plays `move`, which led the slow engine from `board` to `outcome`, and compares captures,
/// result, reason and the board after it.
std::string ComparePlay(const Rules& rules, const Position& fast, const slow::SlowEngine& engine,
                        slow::SlowMove move, const slow::Board& board,
                        const slow::Outcome& outcome);

Square ToFast(slow::At at);
Move ToFast(slow::SlowMove move);
Position ToFast(const Rules& rules, const slow::Board& board);
/// The engine's word for a result or reason; empty while the game goes on.
std::string WordFor(Result result);
std::string WordFor(Reason reason);

}  // namespace raichi
