#pragma once

#include <span>
#include <vector>

namespace raichi {

/// Returns the p values, in the given order, adjusted for the number of tests (Holm 1979): the
/// hypotheses whose adjusted p is below alpha are rejected, and the chance that any of these holds
/// is at most alpha, whatever the dependence between the tests.
std::vector<double> HolmAdjust(std::span<const double> p);

}  // namespace raichi
