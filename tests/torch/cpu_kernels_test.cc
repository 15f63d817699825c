#include "nn/cpu/cpu_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "nn/input/encoder.h"
#include "tests/torch/random_numbers.h"

namespace raichi {
namespace {

TEST(CpuKernelsTest, EveryBitOfAPlaneBecomesANumber) {
  Rng rng(1);
  for (const size_t canvas : {5, 8, 9, 19}) {
    std::vector<uint32_t> rows(kPlanes * canvas);
    for (uint32_t& row : rows) row = static_cast<uint32_t>(rng()) & ((1U << canvas) - 1);
    for (const size_t board : {canvas, canvas - 2}) {
      std::vector<float> out(board * board * kPlanes, 7);
      ExpandPlanes(rows, kPlanes, canvas, board, out.data());
      for (size_t i = 0; i < out.size(); ++i) {
        const size_t plane = i % kPlanes, square = i / kPlanes;
        const uint32_t row = rows[plane * canvas + square / board];
        ASSERT_EQ(out[i], static_cast<float>(row >> square % board & 1)) << canvas << ' ' << i;
      }
    }
  }
}

TEST(CpuKernelsTest, PoolsTheSquaresOfTheBoardOnly) {
  constexpr size_t kStride = 72;
  const std::vector<float> x = RandomNumbers(81 * kStride, 2);
  for (const size_t channels : {8, 16, 24, 48, 64}) {
    for (const size_t board : {5, 7, 9}) {
      std::vector<float> features(3 * channels, 7);
      PoolSquares(x.data(), kStride, board, channels, features.data());
      for (size_t c = 0; c < channels; ++c) {
        float sum = 0, most = 0;
        for (size_t square = 0; square < board * board; ++square) {
          const float in = x[square * kStride + c];
          sum += std::max(in, 0.0f);
          most = std::max(most, in);
        }
        const auto side = static_cast<float>(board);
        const float mean = sum / (side * side);
        ASSERT_NEAR(features[c], mean, 1e-5);
        ASSERT_NEAR(features[channels + c], mean * (side - 9) / 10, 1e-5);
        ASSERT_EQ(features[2 * channels + c], most);
      }
    }
  }
}

}  // namespace
}  // namespace raichi
