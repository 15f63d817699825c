#pragma once

#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/cpu/cpu_layers.h"
#include "nn/input/encoder.h"

namespace raichi {

/// A network on the processor, computed by our own code. `Element` is the type of the numbers that
/// convolutions multiply, float or Bf16; everything else is f32. Computes the same as LibTorch
/// (nn/network/network.h) up to rounding, but only for squares of the boards and with policy
/// outputs for legal moves only. Not thread-safe.
///
/// It splits Layers() in two. The *body* is all convolutions that another convolution reads; they
/// run for the whole batch. The *heads* are all other convolutions; they must have the same input
/// and size, and run as one convolution. Linear layers run for the whole batch, except those of
/// CpuPolicy, which run for one position at a time.
template <typename Element>
class CpuNetwork {
 public:
  /// Prepares a network for up to `batch` positions at once.
  CpuNetwork(const FoldedNetwork& network, int batch);

  int batch() const { return batch_; }
  /// Runs the network for the first `count` positions, without the policy's last layers. It is
  /// fastest if boards of one size are adjacent.
  void Run(const PackedBatch& positions, int count);
  /// Writes the evaluation of one of the positions of the last `Run`, whose legal moves are
  /// `moves`.
  void ReadOut(int index, std::span<const Move> moves, Evaluation* out);
  /// Returns the raw outputs of the heads' convolutions of the last `Run`.
  std::vector<float> HeadValues() const;

 private:
  /// The channels of `squares_` that belong to a head.
  struct Head {
    size_t first = 0, channels = 0;
  };
  /// Adjacent positions whose boards have one size. The squares of all boards of the batch are
  /// numbered one after the other.
  struct Group {
    size_t first, count;  // positions
    size_t side;          // squares along a side of the boards
    size_t first_square;
  };
  /// Calls `run` for each group.
  void ForEachGroup(const auto& run) const;
  /// The numbers of a full batch with these channels on each square.
  size_t SizeOf(size_t channels) const {
    return static_cast<size_t>(batch_) * canvas_ * canvas_ * channels;
  }
  void PackBody(const FoldedNetwork& network);
  void PackHeads(const FoldedNetwork& network);
  void CopyLinears(const FoldedNetwork& network);

  void LoadInput(const PackedBatch& positions, int count);
  void RunBodyLayer(size_t index, const PackedBatch& positions);
  /// Keeps the memory for other layers.
  void Free(AlignedVector<float>* values);
  /// Returns the features [N][channels] that a linear layer adds to every square, or null if
  /// `index` is Layer::kNone.
  const float* BoardBias(int index, const PackedBatch& positions);
  /// Computes the heads' linear layers.
  void RunHeadLinears();
  /// Computes a linear layer over the global pooling of `channels` channels, which begin at x and
  /// are `stride` apart from one square to the next.
  void RunPooled(size_t index, const float* x, size_t stride, size_t channels);
  /// Computes a linear layer of inputs that are `step` apart from one position to the next.
  void RunLinear(size_t index, const float* x, size_t step);
  /// Returns the result of a linear layer for a position.
  std::span<const float> FeaturesOf(int layer, size_t position) const;
  void ReadValue(size_t position, Evaluation* out) const;
  /// Returns the policy head's features of a position.
  PolicyFeatures PolicyOf(size_t position) const;

  int batch_;
  size_t canvas_;
  std::vector<Layer> layers_;
  std::vector<std::vector<int>> finished_after_;
  // Indexed by layer; elements of other kinds of layers are empty.
  std::vector<CpuConv<Element>> convs_;  // of the body
  std::vector<CpuLinear> linears_;       // of linear layers
  std::vector<Head> head_places_;        // of the heads' convolutions
  std::vector<size_t> body_;             // layers
  std::vector<size_t> head_linears_;     // linear layers that read the heads, in order
  CpuConv<Element> heads_;               // all convolutions of the heads
  int heads_input_ = Layer::kNone;
  size_t heads_channels_ = 0;
  CpuPolicy policy_;
  int value_ = Layer::kNone;  // the layer that computes the value output

  std::vector<size_t> boards_;                  // sizes of the boards of the last `Run`
  std::vector<size_t> first_squares_;           // of the boards, and the number of all squares
  AlignedVector<float> input_;                  // [square of any board][plane]
  std::vector<AlignedVector<float>> values_;    // of the body's layers, during `Run`
  std::vector<AlignedVector<float>> free_;      // memory for values_, of largest_ numbers each
  size_t largest_ = 0;                          // the numbers of the largest result in the body
  AlignedVector<float> squares_;                // result of heads_: [square][heads_channels_]
  std::vector<AlignedVector<float>> features_;  // of linear layers, by layer: [N][CpuLinear::out()]
  AlignedVector<float> pooled_;                 // the input of the last linear layer that pools
  typename CpuConv<Element>::Scratch scratch_;
};

}  // namespace raichi
