#pragma once

#include <string>

#include "base/rng.h"
#include "rules/game.h"
#include "tests/support/slow_game.h"

namespace raichi {

/// Returns the number of random positions that a test should check: `count`, or a twentieth of it
/// under a sanitizer, multiplied by the number in $RAICHI_TEST_SCALE if that is set.
int Scaled(int count);

/// Compares the boards of the engine and the slow engine. Returns a sentence that describes their
/// differences, or an empty string if there are none.
std::string CompareBoards(const Rules& rules, const Position& fast, const slow::SlowEngine& engine,
                          const slow::Board& board);
std::string CompareMoves(const Rules& rules, const Position& fast, const slow::SlowEngine& engine,
                         const slow::Board& board);
/// Plays `move`, which took the slow engine from `board` to `outcome`, and compares the captures,
/// the result, its reason and the board after the move. Returns the differences as CompareBoards.
std::string ComparePlay(const Rules& rules, const Position& fast, const slow::SlowEngine& engine,
                        slow::SlowMove move, const slow::Board& board,
                        const slow::Outcome& outcome);

Square ToFast(slow::At at);
Move ToFast(slow::SlowMove move);
Position ToFast(const Rules& rules, const slow::Board& board);
/// Return the slow engine's word for a result or reason; empty while the game goes on.
std::string WordFor(Result result);
std::string WordFor(Reason reason);

}  // namespace raichi
