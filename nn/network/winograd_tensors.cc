#include "nn/network/winograd_tensors.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

namespace raichi {
namespace {

constexpr auto kLayout = at::MemoryFormat::ChannelsLast;
constexpr int64_t kLeastBoards = 16;  // of a thread

/// Convolves x, which is channels-last.
template <typename Element>
at::Tensor Convolve(const at::Tensor& x, const at::Tensor& weight) {
  const int64_t side = x.size(2), in = weight.size(1), out = weight.size(0);
  const auto conv = ToWinograd<Element>(weight);
  const auto squares = static_cast<size_t>(side);
  const at::Tensor y = at::empty({x.size(0), out, side, side}, x.options(), kLayout);
  at::parallel_for(0, x.size(0), kLeastBoards, [&](int64_t begin, int64_t end) {
    typename WinogradConv<Element>::Scratch scratch;
    conv.Apply(x.data_ptr<float>() + begin * side * side * in, static_cast<size_t>(end - begin),
               {squares, squares}, {}, &scratch, y.data_ptr<float>() + begin * side * side * out);
  });
  return y;
}

at::Tensor Convolve(const at::Tensor& x, const at::Tensor& weight, bool in_bf16) {
  return in_bf16 ? Convolve<Bf16>(x, weight) : Convolve<float>(x, weight);
}

template <typename Element>
std::vector<float> WeightGradient(const at::Tensor& x, const at::Tensor& dy, int64_t in,
                                  int64_t out) {
  const auto side = static_cast<size_t>(x.size(2));
  WinogradGradient<Element> gradient(static_cast<size_t>(in), static_cast<size_t>(out));
  gradient.Add(x.data_ptr<float>(), dy.data_ptr<float>(), static_cast<size_t>(x.size(0)),
               {side, side});
  return gradient.Sum();
}

class WinogradFunction : public torch::autograd::Function<WinogradFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& weight, bool in_bf16) {
    context->save_for_backward({x, weight});
    context->saved_data["in_bf16"] = in_bf16;
    return Convolve(x.contiguous(kLayout), weight, in_bf16);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor x = saved[0].contiguous(kLayout), weight = saved[1];
    const at::Tensor dy = gradients[0].contiguous(kLayout);
    at::Tensor dx;
    if (saved[0].requires_grad()) {  // by the convolution with transposed and turned weights
      dx = Convolve(dy, weight.flip({2, 3}).transpose(0, 1),
                    context->saved_data["in_bf16"].toBool());
    }
    const int64_t in = weight.size(1), out = weight.size(0);
    std::vector<float> dw = context->saved_data["in_bf16"].toBool()
                                ? WeightGradient<Bf16>(x, dy, in, out)
                                : WeightGradient<float>(x, dy, in, out);
    return {dx,
            at::from_blob(dw.data(), {3, 3, in, out})
                .permute({3, 2, 0, 1})
                .clone(at::MemoryFormat::Contiguous),
            at::Tensor()};
  }
};

}  // namespace

bool SuitsWinograd(const at::Tensor& weight) {
  constexpr auto kStep = static_cast<int64_t>(kWinogradStep);
  return weight.device().is_cpu() && weight.scalar_type() == at::kFloat && weight.size(2) == 3 &&
         weight.size(3) == 3 && weight.size(0) % kStep == 0 && weight.size(1) % kStep == 0;
}

template <typename Element>
WinogradConv<Element> ToWinograd(const at::Tensor& weight) {
  const at::Tensor turned = weight.permute({2, 3, 1, 0}).contiguous();
  return {{turned.data_ptr<float>(), static_cast<size_t>(turned.numel())},
          static_cast<size_t>(weight.size(1)),
          static_cast<size_t>(weight.size(0))};
}

template WinogradConv<float> ToWinograd(const at::Tensor&);
template WinogradConv<Bf16> ToWinograd(const at::Tensor&);

at::Tensor ConvolveByWinograd(const at::Tensor& x, const at::Tensor& weight, bool in_bf16) {
  return WinogradFunction::apply(x, weight, in_bf16);
}

}  // namespace raichi
