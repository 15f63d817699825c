#include "nn/cpu/matrix_unit.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "nn/cpu/vectors.h"

#if RAICHI_AMX
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace raichi {

#if RAICHI_AMX
namespace {

constexpr size_t kBlockColumns = 16;  // of f32

/// Returns how many columns of left-hand matrices a block has: the most that divide them evenly.
size_t StepOf(size_t depth) {
  for (size_t step = MatrixUnit::kBlockDepth; step > 1; step -= 2) {
    if (depth % step == 0) return step;
  }
  return 0;
}

/// Asks Linux for the unit's registers.
bool RequestUnit() {
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

/// The shapes of the registers, as the processor reads them.
struct Shapes {
  uint8_t palette = 1, start_row = 0;
  std::array<uint8_t, 14> reserved{};
  std::array<uint16_t, 16> bytes{};  // of a row
  std::array<uint8_t, 16> rows{};
};

/// Writes what the program has computed to memory. GCC does not know that the unit reads it there.
void Settle(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

/// Multiplies kRows x kColumns blocks of rows whose parts have `depth` numbers. Of `c`, writes the
/// first `rows` rows.
template <size_t kRows, size_t kColumns>
void MultiplyBlocks(const MatrixUnit::Left& a, const Bf16* b, size_t depth, size_t step,
                    size_t rows, size_t columns, float* c) {
  // Registers: 0 to 3 sums, 4 and 5 left, 6 and 7 right.
  constexpr size_t kHeight = MatrixUnit::kBlockRows;
  const size_t a_step = a.row_step * sizeof(Bf16), b_step = columns * 2 * sizeof(Bf16);
  _tile_zero(0);
  if constexpr (kColumns > 1) _tile_zero(1);
  if constexpr (kRows > 1) _tile_zero(2);
  if constexpr (kRows > 1 && kColumns > 1) _tile_zero(3);
  for (size_t part = 0; part < a.parts; ++part) {
    for (size_t k = 0; k < depth; k += step, b += step * columns) {
      const Bf16* const left = a.data + part * a.part_step + k;
      _tile_loadd(4, left, a_step);
      _tile_loadd(6, b, b_step);
      _tile_dpbf16ps(0, 4, 6);
      if constexpr (kColumns > 1) {
        _tile_loadd(7, b + 2 * kBlockColumns, b_step);
        _tile_dpbf16ps(1, 4, 7);
      }
      if constexpr (kRows > 1) {
        _tile_loadd(5, left + kHeight * a.row_step, a_step);
        _tile_dpbf16ps(2, 5, 6);
        if constexpr (kColumns > 1) _tile_dpbf16ps(3, 5, 7);
      }
    }
  }
  constexpr size_t kWidth = kColumns * kBlockColumns;
  alignas(64) std::array<float, kRows * kHeight * kWidth> block;
  const bool is_whole = rows >= kRows * kHeight;
  float* const to = is_whole ? c : block.data();
  const size_t to_step = is_whole ? columns : kWidth;
  _tile_stored(0, to, to_step * sizeof(float));
  if constexpr (kColumns > 1) _tile_stored(1, to + kBlockColumns, to_step * sizeof(float));
  if constexpr (kRows > 1) {
    _tile_stored(2, to + kHeight * to_step, to_step * sizeof(float));
    if constexpr (kColumns > 1) {
      _tile_stored(3, to + kHeight * to_step + kBlockColumns, to_step * sizeof(float));
    }
  }
  if (is_whole) return;
  for (size_t i = 0; i < rows; ++i) std::copy_n(&block[i * kWidth], kWidth, c + i * columns);
}

/// Transposes a matrix of 16 x 16 numbers of 32 bits.
void Transpose(__m512i (&r)[16]) {
  __m512i t[16];
  ForEachIndex<8>([&](size_t i) {
    t[2 * i] = _mm512_unpacklo_epi32(r[2 * i], r[2 * i + 1]);
    t[2 * i + 1] = _mm512_unpackhi_epi32(r[2 * i], r[2 * i + 1]);
  });
  ForEachIndex<8>([&](size_t i) {
    const size_t from = i / 2 * 4 + i % 2;
    r[2 * i] = _mm512_unpacklo_epi64(t[from], t[from + 2]);
    r[2 * i + 1] = _mm512_unpackhi_epi64(t[from], t[from + 2]);
  });
  ForEachIndex<8>([&](size_t i) {
    const size_t from = i / 4 * 8 + i % 4;
    t[from] = _mm512_shuffle_i32x4(r[from], r[from + 4], 0x88);
    t[from + 4] = _mm512_shuffle_i32x4(r[from], r[from + 4], 0xdd);
  });
  ForEachIndex<8>([&](size_t i) {
    r[i] = _mm512_shuffle_i32x4(t[i], t[8 + i], 0x88);
    r[8 + i] = _mm512_shuffle_i32x4(t[i], t[8 + i], 0xdd);
  });
}

/// Copies kBlockRows columns of a matrix with paired rows, `depth` rows of it, to `rows`
/// [depth / kBlockDepth][kBlockRows][kBlockDepth].
void TransposeBlocks(const Bf16* from, size_t columns, size_t depth, Bf16* rows) {
  constexpr size_t kSize = MatrixUnit::kBlockRows * MatrixUnit::kBlockDepth;
  for (size_t k = 0; k < depth; k += MatrixUnit::kBlockDepth, rows += kSize) {
    __m512i pairs[16];
    ForEachIndex<16>(
        [&](size_t i) { pairs[i] = _mm512_loadu_si512(from + (k + 2 * i) * columns); });
    Transpose(pairs);
    ForEachIndex<16>(
        [&](size_t i) { _mm512_storeu_si512(rows + i * MatrixUnit::kBlockDepth, pairs[i]); });
  }
}

/// Adds the products of rows (TransposeBlocks) with kColumns blocks of columns to c.
template <size_t kColumns>
void AddBlocks(const Bf16* rows, const Bf16* b, size_t depth, size_t columns, float* c) {
  constexpr size_t kStep = MatrixUnit::kBlockDepth;
  const size_t c_step = columns * sizeof(float), b_step = columns * 2 * sizeof(Bf16);
  _tile_loadd(0, c, c_step);
  if constexpr (kColumns > 1) _tile_loadd(1, c + kBlockColumns, c_step);
  for (size_t k = 0; k < depth; k += kStep, rows += MatrixUnit::kBlockRows * kStep) {
    _tile_loadd(4, rows, kStep * sizeof(Bf16));
    _tile_loadd(6, b + k * columns, b_step);
    _tile_dpbf16ps(0, 4, 6);
    if constexpr (kColumns > 1) {
      _tile_loadd(7, b + k * columns + 2 * kBlockColumns, b_step);
      _tile_dpbf16ps(1, 4, 7);
    }
  }
  _tile_stored(0, c, c_step);
  if constexpr (kColumns > 1) _tile_stored(1, c + kBlockColumns, c_step);
}

}  // namespace

bool MatrixUnit::SuitsTransposed(size_t left_columns, size_t right_columns) {
  return Suits(left_columns, right_columns) && left_columns % kBlockRows == 0;
}

bool MatrixUnit::Suits(size_t left_columns, size_t right_columns) {
  static const bool may_use = RequestUnit();
  return may_use && right_columns % kBlockColumns == 0 && left_columns % 8 == 0;
}

MatrixUnit::MatrixUnit(size_t depth) : depth_(depth), step_(StepOf(depth)) {
  RAICHI_CHECK(step_ > 0);
  Shapes shapes;
  const auto set = [&](size_t i, size_t rows, size_t bytes) {
    shapes.rows[i] = static_cast<uint8_t>(rows);
    shapes.bytes[i] = static_cast<uint16_t>(bytes);
  };
  for (size_t i = 0; i < 4; ++i) set(i, kBlockRows, kBlockColumns * sizeof(float));
  for (size_t i = 4; i < 6; ++i) set(i, kBlockRows, step_ * sizeof(Bf16));
  for (size_t i = 6; i < 8; ++i) set(i, step_ / 2, kBlockColumns * 2 * sizeof(Bf16));
  Settle(&shapes);
  _tile_loadconfig(&shapes);
}

MatrixUnit::~MatrixUnit() { _tile_release(); }

void MatrixUnit::Multiply(const Left& a, const Bf16* b, size_t rows, size_t columns,
                          float* c) const {
  const auto run = [&]<size_t kRows, size_t kColumns>(size_t i, size_t j) {
    const Left block{a.data + i * a.row_step, a.row_step, a.parts, a.part_step};
    MultiplyBlocks<kRows, kColumns>(block, b + 2 * j, depth_, step_, rows - i, columns,
                                    c + i * columns + j);
  };
  const auto run_rows = [&]<size_t kRows>(size_t i) {
    size_t j = 0;
    for (; j + 2 * kBlockColumns <= columns; j += 2 * kBlockColumns) {
      run.template operator()<kRows, 2>(i, j);
    }
    if (j < columns) run.template operator()<kRows, 1>(i, j);
  };
  Settle(a.data);
  size_t i = 0;
  for (; i + kBlockRows < rows; i += 2 * kBlockRows) run_rows.template operator()<2>(i);
  if (i < rows) run_rows.template operator()<1>(i);
}

void MatrixUnit::AddTransposed(const Bf16* a, const Bf16* b, size_t depth, size_t left,
                               size_t right, float* c) const {
  RAICHI_CHECK(step_ == kBlockDepth && depth % kBlockDepth == 0);
  AlignedVector<Bf16> rows(kBlockRows * depth);
  for (size_t i = 0; i < left; i += kBlockRows) {
    TransposeBlocks(a + 2 * i, left, depth, rows.data());
    Settle(rows.data());
    size_t j = 0;
    for (; j + 2 * kBlockColumns <= right; j += 2 * kBlockColumns) {
      AddBlocks<2>(rows.data(), b + 2 * j, depth, right, c + i * right + j);
    }
    if (j < right) AddBlocks<1>(rows.data(), b + 2 * j, depth, right, c + i * right + j);
  }
}

#else

bool MatrixUnit::SuitsTransposed(size_t, size_t) { return false; }
bool MatrixUnit::Suits(size_t, size_t) { return false; }
MatrixUnit::MatrixUnit(size_t depth) : depth_(depth), step_(0) { RAICHI_CHECK(false); }
MatrixUnit::~MatrixUnit() = default;
void MatrixUnit::Multiply(const Left&, const Bf16*, size_t, size_t, float*) const {}
void MatrixUnit::AddTransposed(const Bf16*, const Bf16*, size_t, size_t, size_t, float*) const {}

#endif

}  // namespace raichi
