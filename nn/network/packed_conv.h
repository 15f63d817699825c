#pragma once

#include "nn/network/network.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// A folded convolution on the processor, with its weights laid out once as oneDNN wants them and
/// the ReLU inside it: 3 to 8 % faster than at::conv2d, which lays them out at every call.
class PackedConv {
 public:
  PackedConv() = default;
  /// For inputs of `batch` positions; other numbers work and are slower.
  PackedConv(const ConvNorm& folded, bool relu, int batch, int canvas);

  /// [N, in, S, S] -> [N, out, S, S], both channels-last.
  at::Tensor Apply(const at::Tensor& x) const;

 private:
  at::Tensor weight_, bias_;
  c10::IValue packed_;  // oneDNN's context; none where LibTorch was built without
  int64_t padding_ = 0;
  bool relu_ = false;
};

}  // namespace raichi
