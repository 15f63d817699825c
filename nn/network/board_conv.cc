#include "nn/network/board_conv.h"

#include <algorithm>
#include <span>

#include "nn/cpu/row_products.h"

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

}  // namespace raichi
