#include "nn/network/norm_sum.h"

#include <torch/csrc/autograd/custom_function.h>

#include "nn/network/norm_passes.h"
#include "nn/network/operators.h"

namespace raichi {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr auto kSquaresFirst = at::MemoryFormat::ChannelsLast;

/// x -> (x - mean) * factor, for each channel.
struct Affine {
  const float *mean, *factor;

  template <typename V>
  void Apply(const float* x, int64_t channel, V* value) const {
    V part;
    Load(x, value);
    Load(mean + channel, &part);
    *value -= part;
    Load(factor + channel, &part);
    *value *= part;
  }
};

/// Statistics of a batch by channel.
struct Statistics {
  at::Tensor mean, variance;
  double count;  // the squares of all boards
};

template <size_t kVector>
Statistics Measure(const NormBatch& batch, const at::Tensor& x, const at::Tensor& mask) {
  using V = Vector<kVector>;
  const float* const values = x.data_ptr<float>();
  Statistics result;
  result.count = mask.defined() ? mask.sum(at::kDouble).item<double>()
                                : static_cast<double>(batch.boards * batch.squares);
  result.mean = Total(SumBoards<kVector, 1>(batch,
                                            [&](int64_t row, int64_t c, V* sum) {
                                              V value;
                                              Load(values + row * batch.channels + c, &value);
                                              *sum += value * batch.MaskOf(row);
                                            }))[0] /
                result.count;
  const float* const mean = result.mean.data_ptr<float>();
  result.variance = Total(SumBoards<kVector, 1>(batch,
                                                [&](int64_t row, int64_t c, V* sum) {
                                                  V value, center;
                                                  Load(values + row * batch.channels + c, &value);
                                                  Load(mean + c, &center);
                                                  value -= center;
                                                  *sum += value * value * batch.MaskOf(row);
                                                }))[0] /
                    result.count;
  return result;
}

/// Computes y from x, which is channels-last.
template <size_t kVector>
void Sum(const NormBatch& batch, const at::Tensor& x, const Affine& norm, const at::Tensor& bias,
         const NormSum& sum, const at::Tensor& y) {
  using V = Vector<kVector>;
  const float *const from = x.data_ptr<float>(), *const biases = bias.data_ptr<float>();
  const float* const board_biases =
      sum.board_bias.defined() ? sum.board_bias.data_ptr<float>() : nullptr;
  std::vector<const float*> residuals;
  for (const at::Tensor& residual : sum.residuals) residuals.push_back(residual.data_ptr<float>());
  float* const to = y.data_ptr<float>();
  ForEachVector<kVector>(batch, [&](int64_t row, int64_t c) {
    const int64_t place = row * batch.channels + c;
    V value, part;
    norm.Apply(from + place, c, &value);
    Load(biases + c, &part);
    value = (value + part) * batch.MaskOf(row);
    if (board_biases != nullptr) {
      Load(board_biases + row / batch.squares * batch.channels + c, &part);
      value += part;
    }
    for (const float* residual : residuals) {
      Load(residual + place, &part);
      value += part;
    }
    if (sum.relu) value = value > 0 ? value : V{};
    if (sum.masked) value *= batch.MaskOf(row);
    Store(value, to + place);
  });
}

/// What the gradient needs of a pass forward.
struct Saved {
  at::Tensor x, y, mean, deviation, mask;  // deviation: 1 / the standard deviation
  double count;
  bool relu, masked;
};

/// Computes `of_sum`, the gradient of the sum that ReLU reads, from that of y. Returns for each
/// board the sums of it, of it on the board, and of its products with the normalized x.
template <size_t kVector>
at::Tensor DifferentiateSum(const NormBatch& batch, const Saved& saved, const Affine& norm,
                            const at::Tensor& dy, const at::Tensor& of_sum) {
  using V = Vector<kVector>;
  const float *const x = saved.x.data_ptr<float>(), *const y = saved.y.data_ptr<float>(),
                     *const from = dy.data_ptr<float>();
  float* const to = of_sum.data_ptr<float>();
  return SumBoards<kVector, 3>(batch, [&](int64_t row, int64_t c, V* sums) {
    const int64_t place = row * batch.channels + c;
    V value, result, normalized;
    Load(from + place, &value);
    if (saved.masked) value *= batch.MaskOf(row);
    if (saved.relu) {
      Load(y + place, &result);
      value = result > 0 ? value : V{};
    }
    Store(value, to + place);
    norm.Apply(x + place, c, &normalized);
    sums[0] += value;
    value *= batch.MaskOf(row);
    sums[1] += value;
    sums[2] += value * normalized;
  });
}

/// Computes dx from the gradient of the sum; `means` are the means of its sums 1 and 2 above over
/// all squares.
template <size_t kVector>
void DifferentiateNorm(const NormBatch& batch, const Saved& saved, const Affine& norm,
                       const at::Tensor& of_sum, const at::Tensor& means, const at::Tensor& factors,
                       const at::Tensor& dx) {
  using V = Vector<kVector>;
  const float *const x = saved.x.data_ptr<float>(), *const from = of_sum.data_ptr<float>(),
                     *const mean = means.data_ptr<float>(),
                     *const factor = factors.data_ptr<float>();
  float* const to = dx.data_ptr<float>();
  ForEachVector<kVector>(batch, [&](int64_t row, int64_t c) {
    const int64_t place = row * batch.channels + c;
    V value, normalized, part;
    Load(from + place, &value);
    norm.Apply(x + place, c, &normalized);
    Load(mean + c, &part);
    value -= part;
    Load(mean + batch.channels + c, &part);
    value -= normalized * part;
    Load(factor + c, &part);
    value *= part * batch.MaskOf(row);
    Store(value, to + place);
  });
}

/// The arguments that are not differentiated.
struct Fixed {
  LayerWeights layer;
  at::Tensor mask;
  bool has_board_bias, relu, masked;
};

class NormSumFunction : public torch::autograd::Function<NormSumFunction> {
 public:
  /// `tensors` are x, the scale, the bias, the board bias if there is one, and the residuals.
  static at::Tensor forward(AutogradContext* context, at::TensorList tensors, const Fixed& fixed) {
    const at::Tensor x = tensors[0].contiguous(kSquaresFirst), y = at::empty_like(x);
    NormSum sum{.relu = fixed.relu, .masked = fixed.masked};
    if (fixed.has_board_bias) sum.board_bias = tensors[3].contiguous();
    for (const at::Tensor& residual : tensors.slice(fixed.has_board_bias ? 4 : 3)) {
      sum.residuals.push_back(residual.contiguous(kSquaresFirst));
    }
    const NormBatch batch(x, fixed.mask);
    WithVectors(static_cast<size_t>(batch.channels), [&]<size_t kVector>() {
      const Statistics statistics = Measure<kVector>(batch, x, fixed.mask);
      UpdateRunning(statistics, fixed.layer);
      const at::Tensor deviation = at::rsqrt(statistics.variance + kNormEpsilon);
      const at::Tensor factor = tensors[1].detach() * deviation;
      Sum<kVector>(batch, x, {statistics.mean.data_ptr<float>(), factor.data_ptr<float>()},
                   tensors[2].contiguous(), sum, y);
      context->save_for_backward({x, y, tensors[1], statistics.mean, deviation, fixed.mask});
      context->saved_data["count"] = statistics.count;
    });
    context->saved_data["has_board_bias"] = fixed.has_board_bias;
    context->saved_data["residuals"] = static_cast<int64_t>(sum.residuals.size());
    context->saved_data["relu"] = sum.relu;
    context->saved_data["masked"] = sum.masked;
    return y;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const variable_list tensors = context->get_saved_variables();
    const auto word = [context](const char* key) { return context->saved_data[key]; };
    const Saved saved{tensors[0],
                      tensors[1],
                      tensors[3],
                      tensors[4],
                      tensors[5],
                      word("count").toDouble(),
                      word("relu").toBool(),
                      word("masked").toBool()};
    const at::Tensor dy = gradients[0].contiguous(kSquaresFirst);
    const at::Tensor of_sum = at::empty_like(saved.x), dx = at::empty_like(saved.x);
    const Affine norm{saved.mean.data_ptr<float>(), saved.deviation.data_ptr<float>()};
    const NormBatch batch(saved.x, saved.mask);
    at::Tensor sums, totals;
    WithVectors(static_cast<size_t>(batch.channels), [&]<size_t kVector>() {
      sums = DifferentiateSum<kVector>(batch, saved, norm, dy, of_sum);
      totals = Total(sums);
      DifferentiateNorm<kVector>(batch, saved, norm, of_sum,
                                 totals.slice(0, 1).contiguous() / saved.count,
                                 tensors[2].detach() * saved.deviation, dx);
    });
    variable_list results = {dx, totals[2], totals[1]};
    if (word("has_board_bias").toBool()) results.push_back(sums.select(1, 0));
    for (int64_t i = 0; i < word("residuals").toInt(); ++i) results.push_back(of_sum);
    results.emplace_back();  // of the fixed arguments
    return results;
  }

 private:
  static void UpdateRunning(const Statistics& statistics, const LayerWeights& layer) {
    const double count = statistics.count;
    at::Tensor mean = layer.mean, variance = layer.variance;
    mean.lerp_(statistics.mean, kNormMomentum);
    variance.lerp_(statistics.variance * (count / (count - 1)), kNormMomentum);
  }
};

}  // namespace

bool SuitsNormSum(const at::Tensor& x) {
  return x.device().is_cpu() && x.scalar_type() == at::kFloat;
}

at::Tensor AddNormalized(const at::Tensor& x, const LayerWeights& layer, const at::Tensor& mask,
                         const NormSum& sum) {
  std::vector<at::Tensor> tensors = {x, layer.scale, layer.bias};
  if (sum.board_bias.defined()) tensors.push_back(sum.board_bias);
  tensors.insert(tensors.end(), sum.residuals.begin(), sum.residuals.end());
  return NormSumFunction::apply(at::TensorList(tensors),
                                Fixed{layer, mask.defined() ? mask.contiguous() : mask,
                                      sum.board_bias.defined(), sum.relu, sum.masked});
}

}  // namespace raichi
