#pragma once

#include <cstddef>
#include <vector>

#include "nn/cpu/folded_network.h"

namespace raichi {

/// A linear layer on the processor, y = x * weight + bias, in f32. Any thread may call any function
/// on its own data.
class CpuLinear {
 public:
  CpuLinear() = default;
  explicit CpuLinear(const FoldedLayer& layer);

  size_t in() const { return in_; }
  /// Returns the outputs of a row: those of the layer, and zeros up to a multiple of 8.
  size_t out() const { return bias_.size(); }
  /// Reads `rows` rows of x, each of `in` numbers, which are x_step apart. Writes y [rows][out].
  void Apply(const float* x, size_t x_step, size_t rows, float* y) const;

 private:
  size_t in_ = 0;
  std::vector<float> weight_;  // [in][out]
  std::vector<float> bias_;    // [out]
};

}  // namespace raichi
