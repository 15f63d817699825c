#include "nn/inference/cpu_conv.h"

#include <type_traits>

#include "nn/network/tensors.h"
#include "nn/network/winograd_tensors.h"

namespace raichi {

template <typename T>
CpuConv<T>::CpuConv(const Layer& layer, const LayerWeights& folded, int batch, int canvas)
    : out_(static_cast<size_t>(layer.out)), relu_(layer.relu) {
  const bool has_sum = layer.bias >= 0 || !layer.residuals.empty();
  RAICHI_CHECK(relu_ || !has_sum);
  if (std::is_same_v<T, float> && SuitsWinograd(folded.weight)) {
    winograd_ = ToWinograd(folded.weight, canvas);
    bias_ = ToFloats(folded.bias);
  } else {
    packed_ = PackedConv(folded, relu_ && !has_sum, batch, canvas);
  }
}

template <typename T>
at::Tensor CpuConv<T>::Apply(const at::Tensor& x, std::vector<const T*> residuals,
                             const float* board_bias, WinogradConv::Scratch* scratch) const {
  const auto boards = static_cast<size_t>(x.size(0));
  if constexpr (std::is_same_v<T, float>) {
    if (winograd_) {
      const at::Tensor y = at::empty({x.size(0), static_cast<int64_t>(out_), x.size(2), x.size(3)},
                                     x.options(), at::MemoryFormat::ChannelsLast);
      const ConvSum sum{bias_.data(), board_bias, residuals, relu_};
      winograd_->Apply(Data<T>(x), boards, sum, scratch, Data<T>(y));
      return y;
    }
  }
  const at::Tensor y = packed_.Apply(x);
  if (residuals.empty() && board_bias == nullptr) return y;
  const auto squares = static_cast<size_t>(x.size(2) * x.size(3));
  T* board = Data<T>(y);
  for (size_t i = 0; i < boards; ++i, board += squares * out_) {
    AddRelu<T>(board, residuals, board_bias, squares, out_);
    for (const T*& residual : residuals) residual += squares * out_;
    if (board_bias != nullptr) board_bias += out_;
  }
  return y;
}

template class CpuConv<float>;
template class CpuConv<Bf16>;

}  // namespace raichi
