#include "nn/cpu/matrix_unit.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/check.h"

#if RAICHI_AMX
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace raichi {

#if RAICHI_AMX
namespace {

constexpr size_t kBlockColumns = 16;  // of f32
constexpr size_t kMostDepth = 32;     // of bf16

/// Returns how many columns of left-hand matrices a block has: the most that divide them evenly.
size_t StepOf(size_t depth) {
  for (size_t step = kMostDepth; step > 1; step -= 2) {
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

/// Multiplies kRows x kColumns blocks. Of `c`, writes the first `rows` rows.
template <size_t kRows, size_t kColumns>
void MultiplyBlocks(const Bf16* a, const Bf16* b, size_t depth, size_t step, size_t rows,
                    size_t columns, float* c) {
  // Registers: 0 to 3 sums, 4 and 5 left, 6 and 7 right.
  constexpr size_t kHeight = MatrixUnit::kBlockRows;
  _tile_zero(0);
  if constexpr (kColumns > 1) _tile_zero(1);
  if constexpr (kRows > 1) _tile_zero(2);
  if constexpr (kRows > 1 && kColumns > 1) _tile_zero(3);
  for (size_t k = 0; k < depth; k += step) {
    _tile_loadd(4, a + k, depth * sizeof(Bf16));
    _tile_loadd(6, b + k * columns, columns * 2 * sizeof(Bf16));
    _tile_dpbf16ps(0, 4, 6);
    if constexpr (kColumns > 1) {
      _tile_loadd(7, b + k * columns + 2 * kBlockColumns, columns * 2 * sizeof(Bf16));
      _tile_dpbf16ps(1, 4, 7);
    }
    if constexpr (kRows > 1) {
      _tile_loadd(5, a + kHeight * depth + k, depth * sizeof(Bf16));
      _tile_dpbf16ps(2, 5, 6);
      if constexpr (kColumns > 1) _tile_dpbf16ps(3, 5, 7);
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

}  // namespace

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

void MatrixUnit::Multiply(const Bf16* a, const Bf16* b, size_t rows, size_t columns,
                          float* c) const {
  const auto run = [&]<size_t kRows, size_t kColumns>(size_t i, size_t j) {
    MultiplyBlocks<kRows, kColumns>(a + i * depth_, b + 2 * j, depth_, step_, rows - i, columns,
                                    c + i * columns + j);
  };
  const auto run_rows = [&]<size_t kRows>(size_t i) {
    size_t j = 0;
    for (; j + 2 * kBlockColumns <= columns; j += 2 * kBlockColumns) {
      run.template operator()<kRows, 2>(i, j);
    }
    if (j < columns) run.template operator()<kRows, 1>(i, j);
  };
  Settle(a);
  size_t i = 0;
  for (; i + kBlockRows < rows; i += 2 * kBlockRows) run_rows.template operator()<2>(i);
  if (i < rows) run_rows.template operator()<1>(i);
}

#else

bool MatrixUnit::Suits(size_t, size_t) { return false; }
MatrixUnit::MatrixUnit(size_t depth) : depth_(depth), step_(0) { RAICHI_CHECK(false); }
MatrixUnit::~MatrixUnit() = default;
void MatrixUnit::Multiply(const Bf16*, const Bf16*, size_t, size_t, float*) const {}

#endif

}  // namespace raichi
