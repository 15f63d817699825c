#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/rules.h"
#include "rules/symmetry.h"

namespace raichi {

/// Throws Error, one line that says why and what to do, if the rules cannot be solved: if a result
/// depends on more of the history than docs/solve.md ("What can be solved") allows, if positions
/// consist of more than pieces on squares, or if the board is too large.
void CheckSolvable(const Rules& rules);

/// What solving takes, estimated to a few percent: without making an index, which may be too large.
struct SolveSize {
  double positions = 0;
  double bytes = 0;
};
/// `rules` must have passed CheckSolvable.
SolveSize EstimateSize(const Rules& rules, const std::vector<Symmetry>& symmetries);

/// Throws Error, which names the number of positions and the memory, if solving would take more
/// than `max_bytes` of memory.
void CheckSize(const Rules& rules, const SolveSize& size, double max_bytes);

/// `3.2 million`, `1.9e+14`; and `850 MB`, `1.4 GB`.
std::string PositionCountText(double count);
std::string MemoryText(double bytes);

}  // namespace raichi
