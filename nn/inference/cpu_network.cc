#include "nn/inference/cpu_network.h"

#include "nn/input/policy_index.h"
#include "nn/network/tensors.h"
#include "rules/check.h"

namespace raichi {
namespace {

template <typename T>
constexpr at::ScalarType kScalarType = at::kFloat;
template <>
constexpr at::ScalarType kScalarType<Bf16> = at::kBFloat16;

template <typename T>
T* Data(const at::Tensor& x) {
  return static_cast<T*>(x.data_ptr());
}

CpuLinear ToCpu(const LinearLayer& layer) {
  CpuLinear linear;
  if (!layer.weight.defined()) return linear;
  linear.in = static_cast<size_t>(layer.weight.size(1));
  linear.out = static_cast<size_t>(layer.weight.size(0));
  linear.weight = ToFloats(layer.weight.t());
  linear.bias = ToFloats(layer.bias);
  return linear;
}

ConvNorm Joined(std::initializer_list<ConvNorm> layers) {
  std::vector<at::Tensor> weights;
  std::vector<at::Tensor> biases;
  for (const ConvNorm& layer : layers) {
    weights.push_back(layer.weight);
    biases.push_back(layer.bias);
  }
  ConvNorm joined;
  joined.weight = at::cat(weights).contiguous(at::MemoryFormat::ChannelsLast);
  joined.bias = at::cat(biases);
  return joined;
}

}  // namespace

template <typename T>
CpuNetwork<T>::CpuNetwork(const Network& network, int batch)
    : batch_(batch),
      canvas_(static_cast<size_t>(network.config().canvas)),
      policy_channels_(static_cast<size_t>(network.config().policy_channels)),
      value_channels_(static_cast<size_t>(network.config().value_channels)) {
  const Network folded = network.Folded(at::kCPU, kScalarType<T>);
  const int canvas = network.config().canvas;
  const auto pack = [&](const ConvNorm& layer, bool relu) {
    return PackedConv(layer, relu, batch, canvas);
  };
  stem_ = pack(folded.stem, false);
  for (const Network::Block& block : folded.blocks) {
    blocks_.push_back({pack(block.first, true), pack(block.second, false), ToCpu(block.pool)});
  }
  heads_ = pack(Joined({folded.policy_move, folded.policy_global, folded.value_square}), false);
  numbers_ = ToCpu(folded.numbers);
  policy_pool_ = ToCpu(folded.policy_pool);
  policy_out_ = ToCpu(folded.policy_out);
  value_hidden_ = ToCpu(folded.value_hidden);
  value_out_ = ToCpu(folded.value_out);
  input_ =
      at::empty({batch, kPlanes, canvas, canvas},
                at::TensorOptions(kScalarType<T>).memory_format(at::MemoryFormat::ChannelsLast));
  features_.resize(3 * std::max(policy_channels_, value_channels_));
  policy_bias_.resize(policy_channels_);
  policy_features_.resize(policy_channels_);
  hidden_.resize(value_hidden_.out);
  logits_.resize(policy_out_.out);
  value_.resize(value_out_.out);
  bias_.resize(numbers_.out);
  pooled_.resize(3 * bias_.size());
}

template <typename T>
void CpuNetwork<T>::Run(const PackedBatch& positions, int count) {
  RAICHI_CHECK(count >= 2 && count <= batch_ && count <= positions.size());
  LoadInput(positions, count);
  at::Tensor x = Stem(positions, count);
  for (const Block& block : blocks_) x = ApplyBlock(block, x);
  squares_ = heads_.Apply(x);
}

template <typename T>
void CpuNetwork<T>::LoadInput(const PackedBatch& positions, int count) {
  boards_.assign(positions.board_sizes.begin(), positions.board_sizes.begin() + count);
  all_full_ = std::all_of(boards_.begin(), boards_.end(),
                          [&](int side) { return static_cast<size_t>(side) == canvas_; });
  T* data = Data<T>(input_);
  const std::span<const uint32_t> rows = positions.rows;
  for (size_t position = 0; position < boards_.size(); ++position) {
    ExpandPlanes(rows.subspan(position * positions.RowsPerPosition(), positions.RowsPerPosition()),
                 kPlanes, canvas_, data + position * canvas_ * canvas_ * kPlanes);
  }
}

template <typename T>
at::Tensor CpuNetwork<T>::Stem(const PackedBatch& positions, int count) {
  const at::Tensor x = stem_.Apply(input_.narrow(0, 0, count));
  const size_t squares = canvas_ * canvas_;
  const size_t channels = numbers_.out;
  for (size_t position = 0; position < boards_.size(); ++position) {
    numbers_.Apply(positions.globals.data() + position * kGlobals, bias_.data());
    AddRelu<T>(Data<T>(x) + position * squares * channels, nullptr, bias_.data(), squares,
               channels);
  }
  MaskBoards(x);
  return x;
}

template <typename T>
at::Tensor CpuNetwork<T>::ApplyBlock(const Block& block, const at::Tensor& x) {
  const at::Tensor inner = block.first.Apply(x);
  MaskBoards(inner);
  const at::Tensor y = block.second.Apply(inner);
  const size_t squares = canvas_ * canvas_;
  const auto channels = static_cast<size_t>(x.size(1));
  const bool pools = block.pool.out > 0;
  for (size_t position = 0; position < boards_.size(); ++position) {
    const size_t offset = position * squares * channels;
    if (pools) {
      PoolSquares(Data<T>(inner) + offset, channels, static_cast<size_t>(boards_[position]),
                  canvas_, channels, pooled_.data());
      block.pool.Apply(pooled_.data(), bias_.data());
    }
    AddRelu<T>(Data<T>(y) + offset, Data<T>(x) + offset, pools ? bias_.data() : nullptr, squares,
               channels);
  }
  MaskBoards(y);
  return y;
}

template <typename T>
void CpuNetwork<T>::MaskBoards(const at::Tensor& x) const {
  if (all_full_) return;
  const auto channels = static_cast<size_t>(x.size(1));
  for (size_t i = 0; i < boards_.size(); ++i) {
    MaskSquares(Data<T>(x) + i * canvas_ * canvas_ * channels, static_cast<size_t>(boards_[i]),
                canvas_, channels);
  }
}

template <typename T>
void CpuNetwork<T>::ReadPolicy(const T* square) {
  for (size_t c = 0; c < policy_channels_; ++c) {
    policy_features_[c] = std::max(0.0f, ToFloat(square[c]) + policy_bias_[c]);
  }
  policy_out_.Apply(policy_features_.data(), logits_.data());
}

template <typename T>
void CpuNetwork<T>::ReadOut(int index, std::span<const Move> moves, Evaluation* out) {
  const size_t stride = 2 * policy_channels_ + value_channels_;
  const T* squares = Data<T>(squares_) + static_cast<size_t>(index) * canvas_ * canvas_ * stride;
  const auto board = static_cast<size_t>(boards_[static_cast<size_t>(index)]);

  PoolSquares(squares + 2 * policy_channels_, stride, board, canvas_, value_channels_,
              features_.data());
  value_hidden_.Apply(features_.data(), hidden_.data());
  for (float& x : hidden_) x = std::max(0.0f, x);
  const std::span<float> value(value_);
  value_out_.Apply(hidden_.data(), value.data());
  out->moves_left = std::max(0.0f, std::expm1(std::min(value[3], 10.0f)));
  Softmax(value.first(3));
  out->win = value[0];
  out->draw = value[1];
  out->loss = value[2];

  PoolSquares(squares + policy_channels_, stride, board, canvas_, policy_channels_,
              features_.data());
  policy_pool_.Apply(features_.data(), policy_bias_.data());
  out->priors.resize(moves.size());
  Square from;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].from() != from) {  // moves of a piece come together
      from = moves[i].from();
      const int square = (from.y() - 1) * static_cast<int>(canvas_) + from.x() - 1;
      ReadPolicy(squares + static_cast<size_t>(square) * stride);
    }
    out->priors[i] = logits_[static_cast<size_t>(PolicyChannel(moves[i]))];
  }
  Softmax(out->priors);
}

template class CpuNetwork<float>;
template class CpuNetwork<Bf16>;

}  // namespace raichi
