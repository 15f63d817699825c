#pragma once

#include <map>
#include <string>
#include <vector>

#include "nn/model/layers.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

using WeightMap = std::map<std::string, at::Tensor>;  // by WeightSpec::name

/// A batch of boards as the network reads it.
struct NetworkInput {
  at::Tensor planes;   // [N, kPlanes, S, S], channels-last, in the precision of the activations
  at::Tensor numbers;  // [N, kGlobals], f32
  at::Tensor mask;     // [N, 1, S, S]: 1 on the board; undefined if every board fills the canvas
  at::Tensor sides;    // [N, 1], f32: squares along a side of the board
  bool winograd_in_bf16 = false;  // training on the processor in bf16: activations are f32, but
                                  // Winograd's products are bf16
};

/// Raw outputs, f32.
struct NetworkOutput {
  at::Tensor policy;    // [N, PolicySize(S)]: logits by the square that a move leaves
  at::Tensor value;     // [N, ValueRow::kCount]: win, draw and loss logits; log(1 + moves left);
                        // short-term value before its tanh
  at::Tensor reply;     // [N, PolicySize(S)]: logits of the opponent's answer
  at::Tensor fate;      // [N, 2, S * S]: logits of survival, and of the king ending on the square
  at::Tensor captured;  // [N, 1]: logit of the king being captured

  // Undefined if no layer has the output kQuery.
  at::Tensor queries;  // [N, S * S, C]: of the squares that moves leave
  at::Tensor keys;     // [N, S * S, C]: of the squares that they reach
  at::Tensor
      reached;  // [PolicySize(S)], i64: the square that the move of each policy index reaches

  /// Returns the logits of moves, which are policy indices [N, M], i64.
  at::Tensor LogitsOf(const at::Tensor& moves) const;
  /// Returns the logits of all moves, [N, PolicySize(S)].
  at::Tensor Logits() const;
};

/// The weights of one layer. A kConv layer has either a normalization (scale, bias, mean, variance)
/// or, if the normalization is folded into the weights, only a bias.
struct LayerWeights {
  at::Tensor weight, bias;           // kConv: weight [out, in, height, width]; else [out, in]
  at::Tensor scale, mean, variance;  // [out]; undefined except in an unfolded kConv

  /// False for an auxiliary layer if the network was made without auxiliary layers.
  bool IsDefined() const { return weight.defined(); }
  bool HasNorm() const { return scale.defined(); }
};

/// The network of docs/network.md with given weights: residual blocks with batch normalization and
/// KataGo's global pooling (Wu 2019), and policy, value and auxiliary heads. Layers() describes it.
/// The tensors of `weights` are not copied, so training them trains the network.
///
/// `weights` has the arrays of WeightSpecs. For inference it may have folded weights instead:
/// convolutions then have NAME.weight and NAME.bias, and auxiliary layers may be missing.
class Network {
 public:
  Network(const NetworkConfig& config, const WeightMap& weights);

  /// Returns a copy for inference, with folded normalization and with convolutions in `precision`,
  /// channels-last.
  Network Folded(at::Device device, at::ScalarType precision) const;

  /// Computes the outputs for a batch. If `training` is true, normalizes by the statistics of the
  /// batch and updates the running statistics. If `auxiliary` is false, the outputs of auxiliary
  /// layers are undefined.
  NetworkOutput Forward(const NetworkInput& input, bool training, bool auxiliary) const;

  const NetworkConfig& config() const { return config_; }
  const std::vector<Layer>& layers() const { return layers_; }
  /// The weights of layers()[index].
  const LayerWeights& weights(size_t index) const { return weights_.at(index); }
  /// NetworkOutput::reached.
  const at::Tensor& reached() const { return reached_; }
  /// FinishedAfter(layers())[index].
  const std::vector<int>& finished_after(size_t index) const { return finished_after_.at(index); }

 private:
  NetworkConfig config_;
  std::vector<Layer> layers_;
  std::vector<std::vector<int>> finished_after_;
  std::vector<LayerWeights> weights_;
  at::Tensor reached_;  // NetworkOutput::reached
};

}  // namespace raichi
