#pragma once

#include <cstddef>

namespace raichi {

/// The transforms of Winograd's F(3, 3) and F(4, 3) along one axis: the kTile outputs of a kernel w
/// of three weights on kTile + 2 inputs x are kOutputs ((kWeights w) * (kInputs x)). The points are
/// a, -a, b, -b, infinity and, for four outputs only, 0, in this order. Both sizes share the points
/// and the weights: the scales by which they differ are in the inputs' transform.
///
/// In bf16, a convolution loses 0.7 % by tiles of 3 and 1.0 % by tiles of 4. Of all a and b in
/// steps of 1/16, these lose about the least for both; 1 and 1/2 lose 0.8 % and 2.1 %.
///
/// Each function multiplies a column of vectors x, `step` apart, by a matrix.
inline constexpr float kNear = 0.625f, kFar = 1.5f;  // a and b
inline constexpr float kNearSquared = kNear * kNear, kFarSquared = kFar * kFar;

inline constexpr size_t kKernel = 3;        // weights along a side of a kernel
inline constexpr size_t kSharedPoints = 5;  // of both sizes
inline constexpr size_t kMostPoints = 6;
constexpr size_t PointsOf(size_t tile) { return tile + kKernel - 1; }

/// The scales of the weights' points a and b: the derivatives of the polynomial whose roots are the
/// points, for a divided by a, by which outputs take fewer operations.
inline constexpr float kNearScale = 2 * (kNearSquared - kFarSquared);
inline constexpr float kFarScale = 2 * kFar * (kFarSquared - kNearSquared);

/// Transforms three weights to kMostPoints values.
template <typename V>
inline void TransformWeights(const V* x, size_t step, V* y, size_t y_step) {
  const V even = x[0] + kNearSquared * x[2 * step], odd = kNear * x[step];
  const V even_far = x[0] + kFarSquared * x[2 * step], odd_far = kFar * x[step];
  y[0] = (even + odd) * (1 / kNearScale);
  y[y_step] = (odd - even) * (1 / kNearScale);
  y[2 * y_step] = (even_far + odd_far) * (1 / kFarScale);
  y[3 * y_step] = (odd_far - even_far) * (1 / kFarScale);
  y[4 * y_step] = x[2 * step];
  y[5 * y_step] = x[0] * (1 / (kNearSquared * kFarSquared));
}

/// Multiplies by the transpose of kWeights.
template <typename V>
inline void TransformSums(const V* x, size_t step, V* y, size_t y_step) {
  const V even = (x[0] - x[step]) * (1 / kNearScale), odd = (x[0] + x[step]) * (1 / kNearScale);
  const V even_far = (x[2 * step] - x[3 * step]) * (1 / kFarScale);
  const V odd_far = (x[2 * step] + x[3 * step]) * (1 / kFarScale);
  y[0] = even + even_far + x[5 * step] * (1 / (kNearSquared * kFarSquared));
  y[y_step] = kNear * odd + kFar * odd_far;
  y[2 * y_step] = kNearSquared * even + kFarSquared * even_far + x[4 * step];
}

/// Transforms kTile + 2 inputs to as many points.
template <size_t kTile, typename V>
inline void TransformInputs(const V* x, size_t step, V* y, size_t y_step) {
  // A factor of x, for the point 0, moves the inputs by one.
  constexpr bool kZero = kTile == 4;
  const V* const moved = x + (kZero ? step : 0);
  const auto all_roots = [&](const V* from) {
    return from[4 * step] - (kNearSquared + kFarSquared) * from[2 * step] +
           kNearSquared * kFarSquared * from[0];
  };
  const V odd = x[3 * step] - kFarSquared * x[step];
  const V odd_far = x[3 * step] - kNearSquared * x[step];
  V even, even_far;
  if constexpr (kZero) {
    even = (x[4 * step] - kFarSquared * x[2 * step]) * (1 / kNear);
    even_far = (x[4 * step] - kNearSquared * x[2 * step]) * (1 / kFar);
  } else {
    even = (x[2 * step] - kFarSquared * x[0]) * kNear;
    even_far = (x[2 * step] - kNearSquared * x[0]) * kFar;
  }
  y[0] = odd + even;
  y[y_step] = odd - even;
  y[2 * y_step] = odd_far + even_far;
  y[3 * y_step] = odd_far - even_far;
  y[4 * y_step] = all_roots(moved);
  if constexpr (kZero) y[5 * y_step] = all_roots(x);
}

/// Transforms the points of a tile to kTile outputs.
template <size_t kTile, typename V>
inline void TransformOutputs(const V* x, size_t step, V* y, size_t y_step) {
  const V sum = x[0] + x[step], sum_far = x[2 * step] + x[3 * step];
  const V difference = x[0] - x[step], difference_far = x[2 * step] - x[3 * step];
  const V first = sum_far + (1 / kNear) * sum;
  y[y_step] = difference + kFar * difference_far;
  if constexpr (kTile == 4) {
    y[0] = first + x[5 * step];
    y[2 * y_step] = kNear * sum + kFarSquared * sum_far;
    y[3 * y_step] = (x[4 * step] + kNearSquared * difference) + kFarSquared * kFar * difference_far;
  } else {
    y[0] = first;
    y[2 * y_step] = (x[4 * step] + kNear * sum) + kFarSquared * sum_far;
  }
}

/// Multiplies by the transpose of kOutputs.
template <size_t kTile, typename V>
inline void TransformGradients(const V* x, size_t step, V* y, size_t y_step) {
  const V even = (1 / kNear) * x[0] + kNear * x[2 * step];
  const V even_far = x[0] + kFarSquared * x[2 * step];
  V odd = x[step], odd_far = x[step];
  if constexpr (kTile == 4) {
    odd += kNearSquared * x[3 * step];
    odd_far += kFarSquared * x[3 * step];
  }
  odd_far *= kFar;
  y[0] = even + odd;
  y[y_step] = even - odd;
  y[2 * y_step] = even_far + odd_far;
  y[3 * y_step] = even_far - odd_far;
  y[4 * y_step] = x[(kTile - 1) * step];
  if constexpr (kTile == 4) y[5 * y_step] = x[0];
}

}  // namespace raichi
