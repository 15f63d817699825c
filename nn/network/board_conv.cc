#include "nn/network/board_conv.h"

#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <span>
#include <vector>

#include "nn/cpu/block_product.h"
#include "nn/cpu/norm_passes.h"

namespace raichi {
namespace {

size_t Size(int64_t number) { return static_cast<size_t>(number); }

bool IsOfSquares(const at::Tensor& weight) { return weight.size(2) == 1 && weight.size(3) == 1; }

}  // namespace

BoardBatch AllBoards(const at::Tensor& x, const at::Tensor& sides) {
  return {.begin = 0,
          .end = Size(x.size(0)),
          .canvas = Size(x.size(2)),
          .channels = Size(x.size(1)),
          .sides = sides.defined() ? sides.data_ptr<float>() : nullptr};
}

bool BoardConv::Suits(const at::Tensor& weight) {
  constexpr auto kStep = static_cast<int64_t>(kWinogradStep);
  const bool is_kernel = weight.size(2) == 3 && weight.size(3) == 3;
  return (is_kernel || IsOfSquares(weight)) && weight.device().is_cpu() &&
         weight.scalar_type() == at::kFloat && weight.size(0) % kStep == 0 &&
         weight.size(1) % kStep == 0;
}

BoardConv::BoardConv(const at::Tensor& weight, bool in_bf16)
    : conv_([&]() -> decltype(conv_) {
        if (IsOfSquares(weight)) {
          const at::Tensor turned = weight.flatten(1).t().contiguous();
          const float* const first = turned.data_ptr<float>();
          return Rows{{first, first + turned.numel()}, Size(turned.size(0)), Size(turned.size(1))};
        }
        const at::Tensor turned = weight.permute({2, 3, 1, 0}).contiguous();
        const std::span<const float> weights(turned.data_ptr<float>(), Size(turned.numel()));
        const size_t in = Size(weight.size(1)), out = Size(weight.size(0));
        if (!in_bf16) return WinogradConv<float>(weights, in, out);
        if (!DirectConv<Bf16>::UsesUnit(in, out)) return WinogradConv<Bf16>(weights, in, out);
        return DirectConv<Bf16>(weights, {.kernel = 3, .in = in, .out = out});
      }()) {}

void BoardConv::Apply(const float* x, size_t boards, BoardShape shape, const float* residual,
                      Scratch* scratch, float* y) const {
  const ConvSum sum{.residual = residual};
  if (const auto* f32 = std::get_if<WinogradConv<float>>(&conv_)) {
    f32->Apply(x, boards, shape, sum, &scratch->f32, y);
  } else if (const auto* bf16 = std::get_if<WinogradConv<Bf16>>(&conv_)) {
    bf16->Apply(x, boards, shape, sum, &scratch->bf16, y);
  } else if (const auto* direct = std::get_if<DirectConv<Bf16>>(&conv_)) {
    direct->Apply(x, boards, shape, sum, &scratch->bf16, y);
  } else {
    const auto& [weights, in, out] = std::get<Rows>(conv_);
    const size_t rows = boards * shape.pitch * shape.pitch;
    if (residual == nullptr) return MultiplyRows(x, weights.data(), rows, in, out, y);
    std::copy_n(residual, rows * out, y);
    AddRows(x, weights.data(), rows, in, out, y);
  }
}

at::Tensor TurnedWeights(const at::Tensor& weight) {
  return IsOfSquares(weight) ? weight.transpose(0, 1) : weight.flip({2, 3}).transpose(0, 1);
}

BoardConvGradient::BoardConvGradient(const at::Tensor& weight, bool in_bf16)
    : in_(weight.size(1)), out_(weight.size(0)), sums_(Rows()) {
  if (IsOfSquares(weight)) {
    sums_ = Rows(Size(in_ * out_));
  } else if (in_bf16) {
    sums_.emplace<WinogradGradient<Bf16>>(Size(in_), Size(out_));
  } else {
    sums_.emplace<WinogradGradient<float>>(Size(in_), Size(out_));
  }
}

void BoardConvGradient::Add(const float* x, const float* dy, size_t boards, BoardShape shape) {
  if (auto* rows = std::get_if<Rows>(&sums_)) {
    AddRowProducts(x, dy, boards * shape.pitch * shape.pitch, Size(in_), Size(out_), rows->data());
  } else if (auto* f32 = std::get_if<WinogradGradient<float>>(&sums_)) {
    f32->Add(x, dy, boards, shape);
  } else {
    std::get<WinogradGradient<Bf16>>(sums_).Add(x, dy, boards, shape);
  }
}

void BoardConvGradient::Add(const BoardConvGradient& other) {
  if (auto* rows = std::get_if<Rows>(&sums_)) {
    for (size_t i = 0; i < rows->size(); ++i) (*rows)[i] += std::get<Rows>(other.sums_)[i];
  } else if (auto* f32 = std::get_if<WinogradGradient<float>>(&sums_)) {
    f32->Add(std::get<WinogradGradient<float>>(other.sums_));
  } else {
    std::get<WinogradGradient<Bf16>>(sums_).Add(std::get<WinogradGradient<Bf16>>(other.sums_));
  }
}

at::Tensor BoardConvGradient::Sum() const {
  int64_t side = 3;
  std::vector<float> sum;
  if (const auto* rows = std::get_if<Rows>(&sums_)) {
    side = 1;
    sum = *rows;
  } else if (const auto* f32 = std::get_if<WinogradGradient<float>>(&sums_)) {
    sum = f32->Sum();
  } else {
    sum = std::get<WinogradGradient<Bf16>>(sums_).Sum();
  }
  return at::from_blob(sum.data(), {side, side, in_, out_})
      .permute({3, 2, 0, 1})
      .clone(at::MemoryFormat::Contiguous);
}

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
