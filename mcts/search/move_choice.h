#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/rng.h"
#include "mcts/search/search_config.h"

namespace raichi {

/// Returns the temperature for choosing a move at `ply`: final + (initial - final) / 2^(ply /
/// half-life).
float TemperatureAt(const MoveTemperature& temperature, int ply);

/// Samples an index with probability proportional to visits^(1 / temperature). At a temperature of
/// 0, returns the first of the most visited indices. At least one count must not be 0.
size_t SampleByVisits(std::span<const uint32_t> visits, float temperature, Rng* rng);

}  // namespace raichi
