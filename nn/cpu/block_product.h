#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/error.h"
#include "nn/cpu/vectors.h"

namespace raichi {

/// Products of small matrices of f32 or Bf16, in blocks that fit into registers. Sums are f32.

/// A matrix whose element in row i and column k is data[i * row_step + k * column_step]. In Bf16, k
/// is even, and column k + 1 lies next to it.
template <typename Element>
struct Matrix {
  const Element* data;
  size_t row_step, column_step;
};

/// The rows of a right-hand matrix that lie together: elements of a row alternate with those of the
/// next row, as processors multiply pairs of Bf16.
template <typename Element>
constexpr size_t kPairedRows = sizeof(float) / sizeof(Element);

inline void AddProducts(const float* left, const auto& right, auto* sum) { *sum += *left * right; }

/// c = (c if kAdds) + a b for kHeight rows and kWidth vectors of columns; b
/// [depth / kPairedRows][columns][kPairedRows]. The rows of c are c_step apart.
template <typename V, size_t kHeight, size_t kWidth, bool kAdds, typename Element>
inline void MultiplyBlock(const Matrix<Element>& a, const Element* b, size_t columns, size_t depth,
                          float* c, size_t c_step) {
  constexpr size_t kFloats = sizeof(V) / sizeof(float), kPaired = kPairedRows<Element>;
  V sums[kHeight * kWidth];
  ForEachIndex<kHeight * kWidth>([&](size_t i) { sums[i] = V{}; });
  for (size_t k = 0; k < depth; k += kPaired) {
    V right[kWidth];
    ForEachIndex<kWidth>([&](size_t j) {
      Load(reinterpret_cast<const float*>(b + k * columns + j * kFloats * kPaired), &right[j]);
    });
    ForEachIndex<kHeight * kWidth>([&](size_t i) {
      AddProducts(a.data + i / kWidth * a.row_step + k * a.column_step, right[i % kWidth],
                  &sums[i]);
    });
  }
  ForEachIndex<kHeight * kWidth>([&](size_t i) {
    float* to = c + i / kWidth * c_step + i % kWidth * kFloats;
    if constexpr (kAdds) {
      V before;
      Load(to, &before);
      sums[i] += before;
    }
    Store(sums[i], to);
  });
}

/// Calls use.operator()<count>() with a count of 1 to kMost that is known only at run time.
template <size_t kMost, typename Use>
inline void WithCount(size_t count, const Use& use) {
  if constexpr (kMost > 1) {
    if (count < kMost) return WithCount<kMost - 1>(count, use);
  }
  use.template operator()<kMost>();
}

/// The most rows of a block of kWidth vectors. Sums wait for each other, so a block should have
/// many; more than 24 or 12 do not fit into 32 or 16 registers.
template <size_t kVector, size_t kWidth>
constexpr size_t kMostRows = kWidth == 1 ? 9 : (kVector == 16 ? 8 : 6);

/// c [rows][columns] = (c if kAdds) + a b, with b [depth][columns], whose rows are paired. The
/// columns are a multiple of kVector. The rows of c are c_step apart.
template <size_t kVector, bool kAdds, typename Element>
inline void Multiply(const Matrix<Element>& a, const Element* b, size_t rows, size_t columns,
                     size_t depth, float* c, size_t c_step) {
  const auto run_columns = [&]<size_t kWidth>(size_t j) {
    constexpr size_t kMost = kMostRows<kVector, kWidth>;
    // Blocks are about equally high: low ones have too few sums.
    const size_t blocks = (rows + kMost - 1) / kMost;
    for (size_t i = 0, block = 0; block < blocks; ++block) {
      const size_t end = (block + 1) * rows / blocks;
      WithCount<kMost>(end - i, [&]<size_t kHeight>() {
        MultiplyBlock<Vector<kVector>, kHeight, kWidth, kAdds>(
            {a.data + i * a.row_step, a.row_step, a.column_step}, b + j * kPairedRows<Element>,
            columns, depth, c + i * c_step + j, c_step);
      });
      i = end;
    }
  };
  size_t j = 0;
  if constexpr (kVector == 16) {  // there are 32 registers of this size
    for (; columns % (3 * kVector) == 0 && j < columns; j += 3 * kVector) {
      run_columns.template operator()<3>(j);
    }
  }
  for (; j + 2 * kVector <= columns; j += 2 * kVector) run_columns.template operator()<2>(j);
  for (; j < columns; j += kVector) run_columns.template operator()<1>(j);
}

template <size_t kVector, bool kAdds, typename Element>
inline void Multiply(const Matrix<Element>& a, const Element* b, size_t rows, size_t columns,
                     size_t depth, float* c) {
  Multiply<kVector, kAdds>(a, b, rows, columns, depth, c, columns);
}

/// Returns a matrix [depth][columns] as `Multiply` reads it. The depth of Bf16 is even.
template <typename Element>
AlignedVector<Element> PairRows(std::span<const float> matrix, size_t columns) {
  if constexpr (kPairedRows<Element> == 1) {
    return {matrix.begin(), matrix.end()};
  } else {
    RAICHI_CHECK(matrix.size() % (2 * columns) == 0);
    AlignedVector<Bf16> paired(matrix.size());
    for (size_t i = 0; i < matrix.size(); i += 2 * columns) {
      for (size_t j = 0; j < columns; ++j) {
        paired[i + 2 * j] = ToBf16(matrix[i + j]);
        paired[i + 2 * j + 1] = ToBf16(matrix[i + columns + j]);
      }
    }
    return paired;
  }
}

/// Products of many rows with a small matrix, in f32: linear maps of the channels on every square.
/// Numbers of channels are multiples of kChannelStep. Any thread may call any function on its own
/// data.

/// y [row][out] = x [row][in] weights [in][out].
void MultiplyRows(const float* x, const float* weights, size_t rows, size_t in, size_t out,
                  float* y);
/// y [row][out] += the same.
void AddRows(const float* x, const float* weights, size_t rows, size_t in, size_t out, float* y);

/// Adds the gradient of the weights, for inputs x and the gradient dy of the results, to `sums`
/// [in][out].
void AddRowProducts(const float* x, const float* dy, size_t rows, size_t in, size_t out,
                    float* sums);

/// Sets every row of y [row][out] to the bias [out].
void FillRows(const float* bias, size_t rows, size_t out, float* y);

/// Adds the rows of y [row][out] to `sums` [out].
void SumRows(const float* y, size_t rows, size_t out, float* sums);

}  // namespace raichi
