#include "nn/network/square_layers.h"

#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <vector>

#include "nn/cpu/pool_passes.h"
#include "nn/cpu/row_products.h"
#include "nn/network/board_conv.h"

namespace raichi {
namespace {

constexpr auto kChannelsLast = at::MemoryFormat::ChannelsLast;
constexpr auto kStep = static_cast<int64_t>(kChannelStep);
constexpr int64_t kRowsAtOnce = 972;  // that stay in caches

/// Calls use(first, rows) for a number of rows at a time.
template <typename Use>
void ForEachRows(int64_t count, const Use& use) {
  for (int64_t first = 0; first < count; first += kRowsAtOnce) {
    use(first, static_cast<size_t>(std::min(kRowsAtOnce, count - first)));
  }
}

class SquareLinearFunction : public torch::autograd::Function<SquareLinearFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& any_x,
                            const at::Tensor& weight, const at::Tensor& bias) {
    const at::Tensor x = any_x.contiguous(kChannelsLast);
    const int64_t in = weight.size(1), out = weight.size(0);
    const at::Tensor turned = weight.t().contiguous(), biases = bias.contiguous();
    const at::Tensor y =
        at::empty({x.size(0), out, x.size(2), x.size(3)}, x.options(), kChannelsLast);
    ForEachRows(x.numel() / in, [&](int64_t first, size_t rows) {
      float* const to = y.data_ptr<float>() + first * out;
      FillRows(biases.data_ptr<float>(), rows, static_cast<size_t>(out), to);
      AddRows(x.data_ptr<float>() + first * in, turned.data_ptr<float>(), rows,
              static_cast<size_t>(in), static_cast<size_t>(out), to);
    });
    context->save_for_backward({x, weight});
    return y;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], weight = saved[1].contiguous();
    const at::Tensor dy = gradients[0].contiguous(kChannelsLast);
    const int64_t in = weight.size(1), out = weight.size(0);
    const at::Tensor dx = at::empty_like(x);
    const at::Tensor of_weight = at::zeros({in, out}, x.options());
    const at::Tensor of_bias = at::zeros({out}, x.options());
    ForEachRows(x.numel() / in, [&](int64_t first, size_t rows) {
      const float* const from = dy.data_ptr<float>() + first * out;
      MultiplyRows(from, weight.data_ptr<float>(), rows, static_cast<size_t>(out),
                   static_cast<size_t>(in), dx.data_ptr<float>() + first * in);
      AddRowProducts(x.data_ptr<float>() + first * in, from, rows, static_cast<size_t>(in),
                     static_cast<size_t>(out), of_weight.data_ptr<float>());
      SumRows(from, rows, static_cast<size_t>(out), of_bias.data_ptr<float>());
    });
    return {dx, of_weight.t().contiguous(), of_bias};
  }
};

class PoolFunction : public torch::autograd::Function<PoolFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& any_x,
                            const at::Tensor& any_sides) {
    const at::Tensor x = any_x.contiguous(kChannelsLast), sides = any_sides.contiguous();
    const BoardBatch boards = AllBoards(x, sides);
    const at::Tensor features = at::empty({x.size(0), 3 * x.size(1)}, x.options());
    PoolBoards(x.data_ptr<float>(), boards, features.data_ptr<float>());
    context->save_for_backward({x, sides, features});
    return features;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], dx = at::empty_like(x), dy = gradients[0].contiguous();
    DifferentiatePool(x.data_ptr<float>(), saved[2].data_ptr<float>(), dy.data_ptr<float>(),
                      AllBoards(x, saved[1]), dx.data_ptr<float>());
    return {dx, at::Tensor()};
  }
};

}  // namespace

bool SuitsSquareLayers(const at::Tensor& x) {
  return x.is_cpu() && x.scalar_type() == at::kFloat && x.size(1) % kStep == 0;
}

at::Tensor SquareLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
  const int64_t out = weight.size(0), missing = (kStep - out % kStep) % kStep;
  if (missing == 0) return SquareLinearFunction::apply(x, weight, bias);
  return SquareLinearFunction::apply(x, at::constant_pad_nd(weight, {0, 0, 0, missing}),
                                     at::constant_pad_nd(bias, {0, missing}))
      .narrow(1, 0, out);
}

at::Tensor RowLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
  return SquareLinear(x.unsqueeze(-1).unsqueeze(-1), weight, bias).flatten(1);
}

at::Tensor PoolOnBoards(const at::Tensor& x, const at::Tensor& sides) {
  return PoolFunction::apply(x, sides);
}

}  // namespace raichi
