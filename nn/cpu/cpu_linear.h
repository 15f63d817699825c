#pragma once

#include <cstddef>

#include "nn/cpu/vectors.h"
#include "nn/model/folded_network.h"

namespace raichi {

/// A linear layer on the processor, y = x * weight + bias, in f32. Any thread may call any function
/// on its own data.
class CpuLinear {
 public:
  CpuLinear() = default;
  /// The layer's weights are [out][in].
  explicit CpuLinear(const FoldedLayer& layer);

  /// The numbers of a row of inputs.
  size_t in() const { return in_; }
  /// The numbers of a row of outputs: those of the layer, rounded up to a multiple of
  /// kChannelStep. The additional ones are 0.
  size_t out() const { return bias_.size(); }
  /// Reads `rows` rows of x, which begin x_step numbers apart. Writes y [rows][out].
  void Apply(const float* x, size_t x_step, size_t rows, float* y) const;

 private:
  size_t in_ = 0;
  AlignedVector<float> weight_;  // [in][out]
  AlignedVector<float> bias_;    // [out]
};

}  // namespace raichi
