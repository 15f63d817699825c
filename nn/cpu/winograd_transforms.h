#pragma once

#include <cstddef>

namespace raichi {

/// The transforms of Winograd's F(3, 3) for the points 1, -1, 1/2, -1/2 and infinity, along one
/// axis: the three outputs of a kernel w of three weights on five inputs x are
/// kOutputs ((kWeights w) * (kInputs x)). Of the points with simple factors, these lose the fewest
/// bits: in bf16 a third less than 0, 1, -1, 2 and infinity. Each function multiplies a column of
/// vectors x, `step` apart, by a matrix.

/// kWeights = {{2/3, 2/3, 2/3}, {2/3, -2/3, 2/3}, {-4/3, -2/3, -1/3}, {4/3, -2/3, 1/3}, {0, 0, 1}}
template <typename V>
inline void TransformWeights(const V* x, size_t step, V* y, size_t y_step) {
  const V ends = (x[0] + x[2 * step]) * (2.f / 3), middle = x[step] * (2.f / 3);
  const V slope = (4.f * x[0] + x[2 * step]) / 3.f;
  y[0] = ends + middle;
  y[y_step] = ends - middle;
  y[2 * y_step] = -slope - middle;
  y[3 * y_step] = slope - middle;
  y[4 * y_step] = x[2 * step];
}

/// Multiplies by the transpose of kWeights.
template <typename V>
inline void TransformSums(const V* x, size_t step, V* y, size_t y_step) {
  const V sum = (x[0] + x[step]) * (2.f / 3);
  const V difference = (x[3 * step] - x[2 * step]) / 3.f;
  y[0] = sum + 4.f * difference;
  y[y_step] = (x[0] - x[step] - x[2 * step] - x[3 * step]) * (2.f / 3);
  y[2 * y_step] = sum + difference + x[4 * step];
}

/// kInputs = {{-1/4, -1/4, 1, 1, 0}, {-1/4, 1/4, 1, -1, 0}, {-1/2, -1, 1/2, 1, 0},
/// {1/2, -1, -1/2, 1, 0}, {1/4, 0, -5/4, 0, 1}}
template <typename V>
inline void TransformInputs(const V* x, size_t step, V* y, size_t y_step) {
  const V even = x[2 * step] - 0.25f * x[0], odd = x[3 * step] - 0.25f * x[step];
  const V even_half = 0.5f * (x[2 * step] - x[0]), odd_half = x[3 * step] - x[step];
  y[0] = even + odd;
  y[y_step] = even - odd;
  y[2 * y_step] = odd_half + even_half;
  y[3 * y_step] = odd_half - even_half;
  y[4 * y_step] = x[4 * step] - even - 0.25f * x[2 * step];
}

/// kOutputs = {{1, 1, 1, 1, 0}, {1, -1, 1/2, -1/2, 0}, {1, 1, 1/4, 1/4, 1}}
template <typename V>
inline void TransformOutputs(const V* x, size_t step, V* y, size_t y_step) {
  const V sum = x[0] + x[step], sum_half = x[2 * step] + x[3 * step];
  y[0] = sum + sum_half;
  y[y_step] = x[0] - x[step] + 0.5f * (x[2 * step] - x[3 * step]);
  y[2 * y_step] = sum + 0.25f * sum_half + x[4 * step];
}

/// Multiplies by the transpose of kOutputs.
template <typename V>
inline void TransformGradients(const V* x, size_t step, V* y, size_t y_step) {
  const V even = x[0] + x[2 * step], even_half = x[0] + 0.25f * x[2 * step];
  const V odd_half = 0.5f * x[step];
  y[0] = even + x[step];
  y[y_step] = even - x[step];
  y[2 * y_step] = even_half + odd_half;
  y[3 * y_step] = even_half - odd_half;
  y[4 * y_step] = x[2 * step];
}

}  // namespace raichi
