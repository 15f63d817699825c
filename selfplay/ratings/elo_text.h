#pragma once

#include <cmath>

namespace raichi {

/// An Elo number to be printed without decimals: rounded, and 0 where the rounded number would read
/// `-0`.
inline double WholeElo(double elo) { return std::round(elo) + 0.0; }

}  // namespace raichi
