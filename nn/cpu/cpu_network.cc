#include "nn/cpu/cpu_network.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "mcts/softmax.h"
#include "nn/cpu/cpu_kernels.h"

namespace raichi {
namespace {

/// Returns the element for a layer of a vector that is indexed by layer.
template <typename Vector>
auto& At(Vector& by_layer, int layer) {
  return by_layer[static_cast<size_t>(layer)];
}

/// Returns for each layer whether it is a convolution that another convolution reads.
std::vector<bool> FindBody(const std::vector<Layer>& layers) {
  std::vector<bool> is_body(layers.size());
  for (const Layer& layer : layers) {
    if (layer.kind != LayerKind::kConv) continue;
    if (layer.input >= 0) is_body[static_cast<size_t>(layer.input)] = true;
    if (layer.residual >= 0) is_body[static_cast<size_t>(layer.residual)] = true;
  }
  return is_body;
}

}  // namespace

template <typename Element>
CpuNetwork<Element>::CpuNetwork(const FoldedNetwork& network, int batch)
    : batch_(batch),
      canvas_(static_cast<size_t>(network.config.canvas)),
      layers_(network.layers),
      finished_after_(FinishedAfter(layers_)),
      convs_(layers_.size()),
      linears_(layers_.size()),
      head_places_(layers_.size()),
      policy_(network),
      values_(layers_.size()),
      features_(layers_.size()) {
  PackBody(network);
  PackHeads(network);
  CopyLinears(network);
}

template <typename Element>
void CpuNetwork<Element>::PackBody(const FoldedNetwork& network) {
  const std::vector<bool> is_body = FindBody(layers_);
  for (size_t i = 0; i < layers_.size(); ++i) {
    if (!is_body[i]) continue;
    body_.push_back(i);
    convs_[i] = CpuConv<Element>(network.weights[i], layers_[i]);
    largest_ = std::max(largest_, SizeOf(static_cast<size_t>(layers_[i].out)));
  }
}

template <typename Element>
void CpuNetwork<Element>::PackHeads(const FoldedNetwork& network) {
  const std::vector<bool> is_body = FindBody(layers_);
  Layer joined;
  FoldedLayer weights;
  for (size_t i = 0; i < layers_.size(); ++i) {
    if (is_body[i] || layers_[i].kind != LayerKind::kConv) continue;
    const auto channels = static_cast<size_t>(layers_[i].out);
    heads_input_ = heads_channels_ == 0 ? layers_[i].input : heads_input_;
    RAICHI_CHECK(layers_[i].input == heads_input_ && layers_[i].residual < 0 && layers_[i].relu);
    head_places_[i] = {heads_channels_, channels};
    heads_channels_ += channels;
    weights.Append(network.weights[i]);
    joined.in = layers_[i].in;
    joined.out += layers_[i].out;
  }
  heads_ = CpuConv<Element>(weights, joined);
  input_.resize(SizeOf(kPlanes));
  squares_.resize(SizeOf(heads_channels_));
}

template <typename Element>
void CpuNetwork<Element>::CopyLinears(const FoldedNetwork& network) {
  const std::vector<bool> is_body = FindBody(layers_);
  std::vector<bool> is_body_bias(layers_.size());
  for (const size_t i : body_) {
    if (layers_[i].bias >= 0) is_body_bias[static_cast<size_t>(layers_[i].bias)] = true;
  }
  for (size_t i = 0; i < layers_.size(); ++i) {
    const Layer& layer = layers_[i];
    if (layer.kind == LayerKind::kConv || layer.IsAuxiliary()) continue;
    if (layer.kind == LayerKind::kSquares) {  // policy_ has them
      RAICHI_CHECK(layer.output == LayerOutput::kPolicy || layer.output == LayerOutput::kQuery);
      continue;
    }
    RAICHI_CHECK(!layer.pools || At(layers_, layer.input).bias < 0);  // pooling applies ReLU itself
    linears_[i] = CpuLinear(network.weights[i]);
    const auto positions = static_cast<size_t>(batch_);
    features_[i].resize(positions * linears_[i].out());
    if (layer.pools) pooled_.resize(std::max(pooled_.size(), positions * linears_[i].in()));
    // Convolutions read the rows of a bias without gaps.
    RAICHI_CHECK(!is_body_bias[i] || linears_[i].out() == static_cast<size_t>(layer.out));
    if (layer.output == LayerOutput::kValue) value_ = static_cast<int>(i);
    if (!is_body_bias[i]) head_linears_.push_back(i);
  }
  RAICHI_CHECK(value_ >= 0);
}

template <typename Element>
void CpuNetwork<Element>::Run(const PackedBatch& positions, int count) {
  RAICHI_CHECK(count >= 1 && count <= batch_ && count <= positions.size());
  LoadInput(positions, count);
  for (const size_t i : body_) RunBodyLayer(i, positions);
  const float* body = At(values_, heads_input_).data();
  const auto channels = static_cast<size_t>(At(layers_, heads_input_).out);
  ForEachGroup([&](const Group& group) {
    heads_.Apply(body + group.first_square * channels, group.count, group.side, nullptr, nullptr,
                 &scratch_, &squares_[group.first_square * heads_channels_]);
  });
  RunHeadLinears();
  for (AlignedVector<float>& values : values_) Free(&values);
}

template <typename Element>
void CpuNetwork<Element>::Free(AlignedVector<float>* values) {
  if (values->empty()) return;
  free_.push_back(std::move(*values));
  values->clear();
}

template <typename Element>
void CpuNetwork<Element>::LoadInput(const PackedBatch& positions, int count) {
  boards_.assign(positions.board_sizes.begin(), positions.board_sizes.begin() + count);
  first_squares_.assign(1, 0);
  for (const size_t side : boards_) {
    first_squares_.push_back(first_squares_.back() + side * side);
  }
  const std::span<const uint32_t> rows = positions.rows;
  for (size_t position = 0; position < boards_.size(); ++position) {
    ExpandPlanes(rows.subspan(position * positions.RowsPerPosition(), positions.RowsPerPosition()),
                 kPlanes, canvas_, boards_[position], &input_[first_squares_[position] * kPlanes]);
  }
}

template <typename Element>
void CpuNetwork<Element>::ForEachGroup(const auto& run) const {
  for (size_t first = 0, count = 0; first < boards_.size(); first += count) {
    count = 1;
    while (first + count < boards_.size() && boards_[first + count] == boards_[first]) ++count;
    run(Group{first, count, boards_[first], first_squares_[first]});
  }
}

template <typename Element>
void CpuNetwork<Element>::RunBodyLayer(size_t index, const PackedBatch& positions) {
  const Layer& layer = layers_[index];
  const bool is_stem = layer.input == Layer::kPlanesInput;
  const float* x = is_stem ? input_.data() : At(values_, layer.input).data();
  const float* residual = layer.residual < 0 ? nullptr : At(values_, layer.residual).data();
  const float* board_bias = BoardBias(layer.bias, positions);
  AlignedVector<float>& y = values_[index];
  if (free_.empty()) {
    y.resize(largest_);
  } else {
    y = std::move(free_.back());  // the memory that was used last is in the caches
    free_.pop_back();
  }
  const auto in = static_cast<size_t>(layer.in), out = static_cast<size_t>(layer.out);
  ForEachGroup([&](const Group& group) {
    const auto move = [&](const float* values, size_t numbers) {
      return values == nullptr ? nullptr : values + numbers;
    };
    convs_[index].Apply(x + group.first_square * in, group.count, group.side,
                        move(residual, group.first_square * out),
                        move(board_bias, group.first * out), &scratch_,
                        &y[group.first_square * out]);
  });
  for (const int j : finished_after_[index]) Free(&At(values_, j));
}

template <typename Element>
const float* CpuNetwork<Element>::BoardBias(int index, const PackedBatch& positions) {
  if (index == Layer::kNone) return nullptr;
  const Layer& bias = At(layers_, index);
  const auto i = static_cast<size_t>(index);
  if (bias.pools) {
    const auto channels = static_cast<size_t>(At(layers_, bias.input).out);
    RunPooled(i, At(values_, bias.input).data(), channels, channels);
  } else {
    RunLinear(i, positions.globals.data(), kGlobals);
  }
  return features_[i].data();
}

template <typename Element>
void CpuNetwork<Element>::RunHeadLinears() {
  for (const size_t i : head_linears_) {
    const auto input = static_cast<size_t>(layers_[i].input);
    if (layers_[i].pools) {
      const Head& head = head_places_[input];
      RunPooled(i, squares_.data() + head.first, heads_channels_, head.channels);
    } else {
      RunLinear(i, features_[input].data(), linears_[input].out());
    }
    if (layers_[i].relu) Relu(std::span(features_[i]).first(boards_.size() * linears_[i].out()));
  }
}

template <typename Element>
void CpuNetwork<Element>::RunPooled(size_t index, const float* x, size_t stride, size_t channels) {
  const size_t in = linears_[index].in();
  for (size_t position = 0; position < boards_.size(); ++position) {
    PoolSquares(x + first_squares_[position] * stride, stride, boards_[position], channels,
                &pooled_[position * in]);
  }
  RunLinear(index, pooled_.data(), in);
}

template <typename Element>
void CpuNetwork<Element>::RunLinear(size_t index, const float* x, size_t step) {
  linears_[index].Apply(x, step, boards_.size(), features_[index].data());
}

template <typename Element>
void CpuNetwork<Element>::ReadOut(int index, std::span<const Move> moves, Evaluation* out) {
  const auto position = static_cast<size_t>(index);
  ReadValue(position, out);
  policy_.Read(PolicyOf(position), moves, &out->priors);
}

template <typename Element>
std::span<const float> CpuNetwork<Element>::FeaturesOf(int layer, size_t position) const {
  const size_t step = At(linears_, layer).out();
  return std::span(At(features_, layer))
      .subspan(position * step, static_cast<size_t>(At(layers_, layer).out));
}

template <typename Element>
void CpuNetwork<Element>::ReadValue(size_t position, Evaluation* out) const {
  const std::span<const float> value = FeaturesOf(value_, position);
  const float log_moves_left = std::min(value[ValueRow::kMovesLeft], kMaxLogMovesLeft);
  out->moves_left = std::max(0.0f, std::expm1(log_moves_left));
  std::array<float, ValueRow::kLoss + 1> results;
  std::copy_n(value.begin(), results.size(), results.begin());
  Softmax(results);
  out->win = results[ValueRow::kWin];
  out->draw = results[ValueRow::kDraw];
  out->loss = results[ValueRow::kLoss];
}

template <typename Element>
PolicyFeatures CpuNetwork<Element>::PolicyOf(size_t position) const {
  const int head = policy_.features();
  const float* squares = &squares_[first_squares_[position] * heads_channels_];
  return {.squares = squares + At(head_places_, head).first,
          .stride = heads_channels_,
          .side = static_cast<int>(boards_[position]),
          .bias = FeaturesOf(At(layers_, head).bias, position)};
}

template <typename Element>
std::vector<float> CpuNetwork<Element>::HeadValues() const {
  const size_t count = first_squares_.back() * heads_channels_;
  return {squares_.begin(), squares_.begin() + static_cast<std::ptrdiff_t>(count)};
}

template class CpuNetwork<float>;
template class CpuNetwork<Bf16>;

}  // namespace raichi
