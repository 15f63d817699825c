#pragma once

#include <cstdint>
#include <string>

#include "console/interrupt.h"
#include "console/output.h"
#include "solve/table.h"

namespace raichi {

/// What `raichi solve` prints of a finished table (docs/solve.md), for people or as JSON.

/// `defenders win in 4 plies`, `draw: endless`, …
std::string DescribeValue(const Solved& value);

/// Prints the value of the setup, how many positions there are, who wins them and the longest wins.
/// `seconds` is the time that it took.
void PrintSolution(const SolveTable& table, double seconds, bool json);

/// Prints the value of a position and of each of its moves, best first. Throws Error if the
/// game is over there or if the position cannot be reached from the setup.
void PrintSolvedPosition(const SolveTable& table, const std::string& position, bool json);

struct SampleSettings {
  uint64_t count = 0;
  int min_plies = 0;
  uint64_t seed = 1;
  int opening_plies = 0;  // print also MeanScoreAfterOpening of so many, if > 0
};
/// Prints a random sample of the positions and their values (SamplePositions in solve/answers.h).
/// Warns if there are fewer than `count`; throws Error if there are none. Returns false if it was
/// interrupted first.
bool PrintSample(const SolveTable& table, const SampleSettings& settings, bool json,
                 const Interrupt& interrupt);

}  // namespace raichi
