#pragma once

namespace raichi {

/// Half the width of a 95 % interval, in standard deviations of a normal distribution.
inline constexpr double kDeviationsOf95Percent = 1.96;

/// Elo per natural unit of rating: 400 / ln 10.
inline constexpr double kEloPerUnit = 173.71779276130073;

/// A value in Elo with half the width of its 95 % interval.
struct EloWithError {
  double elo = 0;
  double error = 0;
};

}  // namespace raichi
