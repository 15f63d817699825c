#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mcts/search/search_config.h"
#include "rules/rng.h"

namespace raichi {

/// The temperature at which a move is chosen at `ply`: final + (initial - final) / 2^(ply /
/// half-life).
float TemperatureAt(const MoveTemperature& temperature, int ply);

/// Draws an index with probability in proportion to visits^(1 / temperature); one of the most
/// visited (the first) for a temperature of 0. Some visits must not be 0.
size_t SampleByVisits(std::span<const uint32_t> visits, float temperature, Rng* rng);

}  // namespace raichi
