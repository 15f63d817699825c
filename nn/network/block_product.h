#pragma once

#include <cstddef>

#include "nn/network/vectors.h"

namespace raichi {

/// Products of small matrices in f32, in blocks that fit into registers.

/// Numbers of rows of results are multiples of it.
inline constexpr size_t kProductRowStep = 2;
/// The rows of a block.
inline constexpr size_t kProductRows = 6;

/// A matrix whose element in row i and column k is data[i * row_step + k * column_step].
struct Matrix {
  const float* data;
  size_t row_step, column_step;
};

/// c = (c if kAdds) + a b for kHeight rows and kWidth vectors of columns; b [depth][columns].
template <typename V, size_t kHeight, size_t kWidth, bool kAdds>
inline void MultiplyBlock(const Matrix& a, const float* b, size_t columns, size_t depth, float* c) {
  constexpr size_t kFloats = sizeof(V) / sizeof(float);
  V sums[kHeight][kWidth]{};
  for (size_t k = 0; k < depth; ++k) {
    V right[kWidth];
    for (size_t j = 0; j < kWidth; ++j) Load(b + k * columns + j * kFloats, &right[j]);
    for (size_t i = 0; i < kHeight; ++i) {
      const float left = a.data[i * a.row_step + k * a.column_step];
      for (size_t j = 0; j < kWidth; ++j) sums[i][j] += left * right[j];
    }
  }
  for (size_t i = 0; i < kHeight; ++i) {
    for (size_t j = 0; j < kWidth; ++j) {
      float* to = c + i * columns + j * kFloats;
      if constexpr (kAdds) {
        V before;
        Load(to, &before);
        sums[i][j] += before;
      }
      Store(sums[i][j], to);
    }
  }
}

/// c [rows][columns] = (c if kAdds) + a b, with b [depth][columns]. The columns are a multiple of
/// kVector.
template <size_t kVector, bool kAdds>
inline void Multiply(const Matrix& a, const float* b, size_t rows, size_t columns, size_t depth,
                     float* c) {
  const auto run = [&]<size_t kHeight, size_t kWidth>(size_t i, size_t j) {
    MultiplyBlock<Vector<kVector>, kHeight, kWidth, kAdds>(
        {a.data + i * a.row_step, a.row_step, a.column_step}, b + j, columns, depth,
        c + i * columns + j);
  };
  const auto run_columns = [&]<size_t kWidth>(size_t j) {
    size_t i = 0;
    for (; i + kProductRows <= rows; i += kProductRows)
      run.template operator()<kProductRows, kWidth>(i, j);
    for (; i < rows; i += kProductRowStep) run.template operator()<kProductRowStep, kWidth>(i, j);
  };
  size_t j = 0;
  for (; j + 2 * kVector <= columns; j += 2 * kVector) run_columns.template operator()<2>(j);
  for (; j < columns; j += kVector) run_columns.template operator()<1>(j);
}

}  // namespace raichi
