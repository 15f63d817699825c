#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace raichi {

struct PlanePoint {
  double x = 0;
  double y = 0;
};

/// Places `count` things in the plane so that their distances come near to the given ones:
/// classical multidimensional scaling (Torgerson 1952). `distance(i, j)` is called for i < j. The
/// points are centred; x is the direction in which they vary most, and the first point whose
/// coordinate is not 0 has a positive one.
std::vector<PlanePoint> ScaleToPlane(size_t count,
                                     const std::function<double(size_t, size_t)>& distance);

}  // namespace raichi
