#include "nn/cpu/cpu_conv.h"

#include "base/check.h"

namespace raichi {
namespace {

/// Returns weights [out][in][kernel], with `kernel` numbers in each kernel, as [kernel][in][out].
std::vector<float> Turned(const std::vector<float>& weights, size_t in, size_t out, size_t kernel) {
  RAICHI_CHECK(weights.size() == out * in * kernel);
  std::vector<float> turned(weights.size());
  for (size_t i = 0; i < weights.size(); ++i) {
    turned[(i % kernel * in + i / kernel % in) * out + i / kernel / in] = weights[i];
  }
  return turned;
}

}  // namespace

template <typename Element>
CpuConv<Element>::CpuConv(const FoldedLayer& weights, const Layer& layer)
    : bias_(weights.bias), relu_(layer.relu) {
  const auto in = static_cast<size_t>(layer.in), out = static_cast<size_t>(layer.out);
  const auto kernel = static_cast<size_t>(layer.kernel);
  const std::vector<float> turned = Turned(weights.weight, in, out, kernel * kernel);
  if (kernel == 3 && in % kWinogradStep == 0 && out % kWinogradStep == 0 &&
      !DirectConv<Element>::UsesUnit(in, out)) {
    winograd_.emplace(turned, in, out);
  } else {
    direct_ = {turned, {.kernel = kernel, .in = in, .out = out}};
  }
}

template <typename Element>
void CpuConv<Element>::Apply(const float* x, size_t boards, size_t side, const float* residual,
                             const float* board_bias, Scratch* scratch, float* y) const {
  const ConvSum sum{bias_.data(), board_bias, residual, relu_};
  if (winograd_) {
    winograd_->Apply(x, boards, {side, side}, sum, scratch, y);
  } else {
    direct_.Apply(x, boards, {side, side}, sum, scratch, y);
  }
}

template class CpuConv<float>;
template class CpuConv<Bf16>;

}  // namespace raichi
