#pragma once

#include <cstddef>

#include "nn/cpu/vectors.h"

#if defined(__AMX_BF16__) && defined(__linux__)
#define RAICHI_AMX 1
#else
#define RAICHI_AMX 0
#endif

namespace raichi {

/// Products of matrices of bf16 by the matrix unit of some Intel processors (AMX), which multiplies
/// blocks of 16 rows and 16 columns. Sums are f32.
class MatrixUnit {
 public:
  /// The rows of a block. Fewer rows of a left-hand matrix are read as a whole block, so there must
  /// be memory behind them.
  static constexpr size_t kBlockRows = 16;
  /// The most columns of a block of a left-hand matrix.
  static constexpr size_t kBlockDepth = 32;

  /// Whether this program was compiled for processors with the unit, the system lets it use it, and
  /// it suits matrices with these numbers of columns.
  static bool Suits(size_t left_columns, size_t right_columns);
  /// The same for AddTransposed.
  static bool SuitsTransposed(size_t left_columns, size_t right_columns);

  /// A left-hand matrix: rows of `parts` times as many numbers as the unit was prepared for.
  struct Left {
    const Bf16* data;
    size_t row_step;   // from one row to the next
    size_t parts = 1;  // of each row
    size_t part_step = 0;
  };

  /// Prepares the unit on this thread for left-hand matrices of `depth` columns, or parts of so
  /// many. Until destruction, no other code of the thread may use it.
  explicit MatrixUnit(size_t depth);
  ~MatrixUnit();
  MatrixUnit(const MatrixUnit&) = delete;
  MatrixUnit& operator=(const MatrixUnit&) = delete;

  /// c [rows][columns] = a b, with the paired rows of b (nn/cpu/block_product.h).
  void Multiply(const Left& a, const Bf16* b, size_t rows, size_t columns, float* c) const;

  /// c [left][right] += the transpose of a [depth][left], times b [depth][right], both with paired
  /// rows. The depth is a multiple of kBlockDepth, for which the unit must be prepared.
  void AddTransposed(const Bf16* a, const Bf16* b, size_t depth, size_t left, size_t right,
                     float* c) const;

 private:
  // Columns of a part of a, and how many of them a block has.
  [[maybe_unused]] size_t depth_, step_;
};

}  // namespace raichi
