#pragma once

#include <map>
#include <string>
#include <vector>

#include "nn/model/network_config.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

using WeightMap = std::map<std::string, at::Tensor>;  // by WeightSpec::name

/// What a batch of boards looks like to a network.
struct NetworkInput {
  at::Tensor planes;   // [N, kPlanes, S, S], channels-last, in the precision of the body
  at::Tensor numbers;  // [N, kGlobals], f32
  at::Tensor mask;     // [N, 1, S, S]: squares of the board; undefined where all fill the canvas
  at::Tensor sides;    // [N, 1], f32: squares along a side of the board
};

/// Raw outputs, f32.
struct NetworkOutput {
  at::Tensor policy;    // [N, PolicySize(S)]: logits
  at::Tensor value;     // [N, 5]: win, draw, loss logits; log(1 + moves left); short-term value,
                        // before its tanh
  at::Tensor reply;     // [N, PolicySize(S)]: logits of the opponent's answer
  at::Tensor fate;      // [N, 2, S * S]: logits of survival, and of the king's end
  at::Tensor captured;  // [N, 1]: logit of the king's end being capture
};

/// A convolution without bias and the batch normalisation after it; folded: a convolution with
/// bias.
struct ConvNorm {
  at::Tensor weight, scale, bias, mean, variance;  // folded: only weight and bias

  bool folded() const { return !scale.defined(); }
  ConvNorm Folded() const;
  /// Squares off the board come out as zeros.
  at::Tensor Apply(const at::Tensor& x, const NetworkInput& input, bool training, bool relu) const;
};

struct LinearLayer {
  at::Tensor weight, bias;                               // [out, in], [out]
  at::Tensor Apply(const at::Tensor& features) const;    // [N, in] -> [N, out], f32
  at::Tensor ApplyToSquares(const at::Tensor& x) const;  // as a 1x1 convolution
};

/// The network of docs/network.md over given weights: residual blocks with batch normalisation and
/// KataGo's global pooling (Wu 2019), policy, value and auxiliary heads. The tensors of `weights`
/// are used as they are, so training them trains the network.
///
/// Weights are those of WeightSpecs. For inference they may be folded instead: of convolutions
/// NAME.weight and NAME.bias, and no auxiliary heads.
class Network {
 public:
  struct Block {
    ConvNorm first, second;
    LinearLayer pool;  // undefined: no pooling
  };

  Network(const NetworkConfig& config, const WeightMap& weights);

  /// A copy for inference: normalisation folded, convolutions in `precision`, channels-last.
  Network Folded(at::Device device, at::ScalarType precision) const;

  /// `training`: normalises by the batch and updates the running statistics.
  NetworkOutput Forward(const NetworkInput& input, bool training, bool auxiliary) const;

  const NetworkConfig& config() const { return config_; }

  // The parts, for inference code that walks them itself.
  ConvNorm stem, policy_move, policy_global, value_square;
  LinearLayer numbers, policy_pool, policy_out, policy_reply, value_hidden, value_out, fate_square,
      fate_captured;
  std::vector<Block> blocks;

 private:
  at::Tensor Body(const NetworkInput& input, bool training) const;
  NetworkConfig config_;
};

}  // namespace raichi
