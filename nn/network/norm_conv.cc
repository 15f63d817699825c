#include "nn/network/norm_conv.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "nn/cpu/norm_passes.h"
#include "nn/network/board_conv.h"
#include "nn/network/operators.h"

namespace raichi {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr auto kByBoard = at::MemoryFormat::ChannelsLast;

/// The arguments that are not differentiated.
struct Fixed {
  at::Tensor running_mean, running_variance;
  at::Tensor sides;  // of the boards, or undefined if all fill the canvas
  bool has_board_bias, has_residual, masked, in_bf16;
};

const float* DataOf(const at::Tensor& tensor) {
  return tensor.defined() ? tensor.data_ptr<float>() : nullptr;
}

/// The boards that a thread computes at a time: a few, so that they stay in its caches from one
/// pass to the next.
constexpr size_t kBoardsAtOnce = 16;

/// Calls use(boards, thread) for a few boards of one size at a time, on LibTorch's threads. Each
/// thread has an object of its own, made by make(), and goes through neighbouring boards in their
/// order. Returns these objects in the order of their boards.
template <typename Make, typename Use>
auto ForEachPart(const BoardBatch& all, const Make& make, const Use& use) {
  constexpr int64_t kLeastBoards = 16;  // of a thread
  std::map<int64_t, decltype(make())> by_begin;
  std::mutex mutex;
  at::parallel_for(0, static_cast<int64_t>(all.end), kLeastBoards, [&](int64_t begin, int64_t end) {
    auto own = make();
    BoardBatch part = all;
    for (part.end = static_cast<size_t>(begin); part.end < static_cast<size_t>(end);) {
      part.begin = part.end;
      const size_t side = all.SideOf(part.begin);
      const size_t most = std::min(static_cast<size_t>(end), part.begin + kBoardsAtOnce);
      while (part.end < most && all.SideOf(part.end) == side) ++part.end;
      use(part, &own);
    }
    const std::lock_guard lock(mutex);
    by_begin.emplace(begin, std::move(own));
  });
  return by_begin;
}

/// What a thread needs for convolutions.
struct Worker {
  BoardConv::Scratch scratch;
  std::vector<float> of_conv;
  std::optional<BoardConvGradient> of_weights;
};

BoardShape ShapeOf(const BoardBatch& boards) {
  return {boards.SideOf(boards.begin), boards.canvas};
}
size_t CountOf(const BoardBatch& boards) { return boards.end - boards.begin; }
/// The place of the first board of `boards` in x.
float* BeginOf(const BoardBatch& boards, const at::Tensor& x) {
  return x.data_ptr<float>() + static_cast<int64_t>(boards.begin) * (x.numel() / x.size(0));
}

at::Tensor ToTensor(const std::vector<float>& values) {
  return at::tensor(values, at::TensorOptions(at::kFloat));
}

void UpdateRunning(const NormMoments& moments, Fixed* fixed) {
  fixed->running_mean.lerp_(ToTensor(moments.mean), kNormMomentum);
  fixed->running_variance.lerp_(
      ToTensor(moments.variance) * (moments.squares / (moments.squares - 1)), kNormMomentum);
}

/// Sums over the boards, of one kind of NormSums.
std::vector<float> TotalOf(const std::vector<float>& sums, NormSums kind, size_t channels) {
  std::vector<double> total(channels);
  for (size_t first = kind * channels; first < sums.size(); first += kNormSums * channels) {
    for (size_t c = 0; c < channels; ++c) total[c] += sums[first + c];
  }
  return {total.begin(), total.end()};
}

/// The gradient of the board bias, [board][channel].
at::Tensor OfBoardBias(std::vector<float>& sums, const BoardBatch& all) {
  const auto boards = static_cast<int64_t>(all.end), channels = static_cast<int64_t>(all.channels);
  return at::from_blob(sums.data(), {boards, int64_t{kNormSums}, channels})
      .select(1, kSumOfAll)
      .clone();
}

class NormConvFunction : public torch::autograd::Function<NormConvFunction> {
 public:
  /// `tensors` are x, the weights, the scale, the bias, and the terms that there are. Returns y and
  /// x.
  static variable_list forward(AutogradContext* context, at::TensorList tensors, Fixed fixed) {
    const at::Tensor x = tensors[0].contiguous(kByBoard);
    const at::Tensor &weight = tensors[1], &scale = tensors[2], &bias = tensors[3];
    at::Tensor board_bias, residual;
    if (fixed.has_board_bias) board_bias = tensors[4].contiguous();
    if (fixed.has_residual) residual = tensors.back().contiguous(kByBoard);
    const at::Tensor convolved =
        at::empty({x.size(0), weight.size(0), x.size(2), x.size(3)}, x.options(), kByBoard);
    const at::Tensor y = at::empty_like(convolved);
    const BoardBatch all = AllBoards(convolved, fixed.sides);

    std::vector<float> by_board(all.end * 2 * all.channels);
    const BoardConv conv(weight, fixed.in_bf16);
    const auto new_worker = [] { return Worker{}; };
    ForEachPart(all, new_worker, [&](const BoardBatch& boards, Worker* worker) {
      conv.Apply(BeginOf(boards, x), CountOf(boards), ShapeOf(boards), nullptr, &worker->scratch,
                 BeginOf(boards, convolved));
      MeasureBoards(convolved.data_ptr<float>(), boards, by_board.data());
    });
    const NormMoments moments = TotalOf(by_board.data(), all);
    UpdateRunning(moments, &fixed);

    const at::Tensor mean = ToTensor(moments.mean);
    const at::Tensor deviation = at::rsqrt(ToTensor(moments.variance) + kNormEpsilon);
    const at::Tensor factor = scale * deviation;
    const NormTerms terms{DataOf(mean),       DataOf(factor),   DataOf(bias),
                          DataOf(board_bias), DataOf(residual), fixed.masked};
    ForEachPart(all, new_worker, [&](const BoardBatch& boards, Worker*) {
      NormalizeBoards(convolved.data_ptr<float>(), terms, boards, y.data_ptr<float>());
    });

    context->save_for_backward({x, weight, scale, convolved, y, mean, deviation, fixed.sides});
    context->saved_data["squares"] = moments.squares;
    context->saved_data["in_bf16"] = fixed.in_bf16;
    context->saved_data["differentiates_x"] = tensors[0].requires_grad();
    context->saved_data["has_board_bias"] = fixed.has_board_bias;
    context->saved_data["has_residual"] = fixed.has_residual;
    context->set_materialize_grads(false);
    return {y, tensors[0]};
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &weight = saved[1], &scale = saved[2], &convolved = saved[3],
                     &mean = saved[5], &deviation = saved[6];
    const auto is = [context](const char* key) { return context->saved_data[key].toBool(); };
    const at::Tensor dy =
        gradients[0].defined() ? gradients[0].contiguous(kByBoard) : at::zeros_like(convolved);
    at::Tensor others;  // the gradient of x by its other readers
    if (gradients[1].defined()) others = gradients[1].contiguous(kByBoard);
    const BoardBatch all = AllBoards(convolved, saved[7]);
    const NormResult result{DataOf(convolved), DataOf(mean), DataOf(saved[4]), DataOf(dy)};

    // 1. The gradient of the sum, and its sums.
    const at::Tensor of_sum = is("has_residual") ? at::empty_like(dy) : at::Tensor();
    std::vector<float> sums(all.end * kNormSums * all.channels);
    ForEachPart(
        all, [] { return 0; },
        [&](const BoardBatch& boards, int*) {
          SumGradients(result, boards, sums.data(),
                       of_sum.defined() ? of_sum.data_ptr<float>() : nullptr);
        });
    const at::Tensor on_board = ToTensor(TotalOf(sums, kSumOnBoard, all.channels));
    const at::Tensor products = ToTensor(TotalOf(sums, kSumOfProducts, all.channels)) * deviation;

    // 2. Those of the convolution, its inputs and its weights.
    const at::Tensor factor = scale.detach() * deviation;
    const at::Tensor per_square = factor / context->saved_data["squares"].toDouble();
    const at::Tensor shift = on_board * per_square, slope = products * deviation * per_square;
    const NormSlopes slopes{DataOf(factor), DataOf(shift), DataOf(slope)};
    at::Tensor dx;
    std::optional<BoardConv> turned;
    if (is("differentiates_x")) {
      dx = at::empty_like(x);
      turned.emplace(TurnedWeights(weight.detach()), is("in_bf16"));
    }
    const auto new_worker = [&] {
      return Worker{{},
                    std::vector<float>(kBoardsAtOnce * all.Size()),
                    BoardConvGradient(weight, is("in_bf16"))};
    };
    auto workers = ForEachPart(all, new_worker, [&](const BoardBatch& boards, Worker* worker) {
      float* const of_conv = worker->of_conv.data();
      DifferentiateNorm(result, slopes, boards, of_conv);
      worker->of_weights->Add(BeginOf(boards, x), of_conv, CountOf(boards), ShapeOf(boards));
      if (!turned) return;
      turned->Apply(of_conv, CountOf(boards), ShapeOf(boards),
                    others.defined() ? BeginOf(boards, others) : nullptr, &worker->scratch,
                    BeginOf(boards, dx));
      BoardBatch inputs = boards;
      inputs.channels = static_cast<size_t>(x.size(1));
      ClearOffBoards(inputs, dx.data_ptr<float>());
    });
    BoardConvGradient& of_weights = *workers.begin()->second.of_weights;
    for (auto it = std::next(workers.begin()); it != workers.end(); ++it) {
      of_weights.Add(*it->second.of_weights);
    }

    variable_list results = {dx, of_weights.Sum(), products, on_board};
    if (is("has_board_bias")) results.push_back(OfBoardBias(sums, all));
    if (of_sum.defined()) results.push_back(of_sum);
    results.emplace_back();  // of the fixed arguments
    return results;
  }
};

}  // namespace

bool SuitsNormConv(const LayerWeights& layer) {
  return layer.HasNorm() && BoardConv::Suits(layer.weight);
}

at::Tensor NormConv(at::Tensor* x, const LayerWeights& layer, const NormConvTerms& terms,
                    const NetworkInput& input) {
  std::vector<at::Tensor> tensors = {*x, layer.weight, layer.scale, layer.bias};
  if (terms.board_bias.defined()) tensors.push_back(terms.board_bias);
  if (terms.residual.defined()) tensors.push_back(terms.residual);
  const variable_list results = NormConvFunction::apply(
      at::TensorList(tensors),
      Fixed{layer.mean, layer.variance, input.mask.defined() ? input.sides : at::Tensor(),
            terms.board_bias.defined(), terms.residual.defined(), terms.masked,
            input.winograd_in_bf16});
  if (x->requires_grad()) *x = results[1];
  return results[0];
}

}  // namespace raichi
