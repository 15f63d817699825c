#pragma once

#include <cstddef>

namespace raichi {

/// The transforms of Winograd's F(3, 3) for the points 0, 1, -1, 2 and infinity, along one axis:
/// the three outputs of a kernel w of three weights on five inputs x are kOutputs ((kWeights w) *
/// (kInputs x)). Each function multiplies a column of vectors x, `step` apart, by a matrix.

/// kWeights = {{1/2, 0, 0}, {-1/2, -1/2, -1/2}, {-1/6, 1/6, -1/6}, {1/6, 1/3, 2/3}, {0, 0, 1}}
template <typename V>
inline void TransformWeights(const V* x, size_t step, V* y, size_t y_step) {
  const V ends = x[0] + x[2 * step];
  y[0] = x[0] / 2.f;
  y[y_step] = (ends + x[step]) / -2.f;
  y[2 * y_step] = (ends - x[step]) / -6.f;
  y[3 * y_step] = (x[0] + 2.f * x[step] + 4.f * x[2 * step]) / 6.f;
  y[4 * y_step] = x[2 * step];
}

/// Multiplies by the transpose of kWeights.
template <typename V>
inline void TransformSums(const V* x, size_t step, V* y, size_t y_step) {
  const V one = x[step] / -2.f, two = x[2 * step] / 6.f, three = x[3 * step] / 6.f;
  y[0] = x[0] / 2.f + one - two + three;
  y[y_step] = one + two + 2.f * three;
  y[2 * y_step] = one - two + 4.f * three + x[4 * step];
}

/// kInputs = {{2, -1, -2, 1, 0}, {0, -2, -1, 1, 0}, {0, 2, -3, 1, 0}, {0, -1, 0, 1, 0},
/// {0, 2, -1, -2, 1}}
template <typename V>
inline void TransformInputs(const V* x, size_t step, V* y, size_t y_step) {
  const V a = x[3 * step] - x[step];
  y[0] = 2.f * (x[0] - x[2 * step]) + a;
  y[y_step] = a - (x[step] + x[2 * step]);
  y[2 * y_step] = 3.f * (x[step] - x[2 * step]) + a;
  y[3 * y_step] = a;
  y[4 * y_step] = (x[4 * step] - x[2 * step]) - 2.f * a;
}

/// kOutputs = {{1, 1, 1, 1, 0}, {0, 1, -1, 2, 0}, {0, 1, 1, 4, 1}}
template <typename V>
inline void TransformOutputs(const V* x, size_t step, V* y, size_t y_step) {
  const V sum = x[step] + x[2 * step];
  const V difference = x[step] - x[2 * step];
  y[0] = x[0] + sum + x[3 * step];
  y[y_step] = difference + 2.f * x[3 * step];
  y[2 * y_step] = sum + 4.f * x[3 * step] + x[4 * step];
}

/// Multiplies by the transpose of kOutputs.
template <typename V>
inline void TransformGradients(const V* x, size_t step, V* y, size_t y_step) {
  const V even = x[0] + x[2 * step];
  y[0] = x[0];
  y[y_step] = even + x[step];
  y[2 * y_step] = even - x[step];
  y[3 * y_step] = x[0] + 2.f * x[step] + 4.f * x[2 * step];
  y[4 * y_step] = x[2 * step];
}

}  // namespace raichi
