#include "nn/network/packed_conv.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include "nn/network/operators.h"

namespace raichi {
namespace {

/// Looks up an operator that LibTorch offers no C++ function for. Returns nothing if this build
/// lacks it.
c10::optional<c10::OperatorHandle> FindOperator(const char* name) {
  return c10::Dispatcher::singleton().findSchema({name, ""});
}

using Stack = std::vector<c10::IValue>;

}  // namespace

PackedConv::PackedConv(const LayerWeights& folded, bool relu, int batch, int canvas)
    : weight_(folded.weight), bias_(folded.bias), padding_(PaddingOf(folded.weight)), relu_(relu) {
  const auto pack = FindOperator("mkldnn_prepacked::conv2d_prepack");
  if (!pack) return;
  using Sizes = std::vector<int64_t>;
  Stack stack = {weight_,
                 bias_,
                 Sizes{1, 1},
                 Sizes{padding_[0], padding_[1]},
                 Sizes{1, 1},
                 int64_t{1},
                 Sizes{batch, weight_.size(1), canvas, canvas},
                 std::string(relu ? "relu" : "none")};
  pack->callBoxed(&stack);
  packed_ = stack.at(0);
}

at::Tensor PackedConv::Apply(const at::Tensor& x) const {
  constexpr auto kLayout = at::MemoryFormat::ChannelsLast;
  return Convolve(x.contiguous(kLayout)).contiguous(kLayout);
}

at::Tensor PackedConv::Convolve(const at::Tensor& x) const {
  if (packed_.isNone()) {
    at::Tensor y = at::conv2d(x, weight_, bias_, 1, padding_);
    return relu_ ? y.relu_() : y;
  }
  static const auto kRun = FindOperator("mkldnn_prepacked::conv2d_run");
  Stack stack = {x, packed_};
  kRun->callBoxed(&stack);
  return stack.at(0).toTensor();
}

}  // namespace raichi
