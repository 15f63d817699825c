#pragma once

#include <vector>

#include "nn/input/encoder.h"
#include "nn/model/model_weights.h"
#include "nn/network/network.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.) Between our own arrays and LibTorch's tensors.

/// A copy of the values as a tensor on a device.
at::Tensor FromFloats(const std::vector<float>& values, at::IntArrayRef shape, at::Device device);
at::Tensor FromInts(const std::vector<int32_t>& values, at::IntArrayRef shape, at::Device device);
std::vector<float> ToFloats(const at::Tensor& tensor);

/// Packed words [N, planes, S] of 32 bits to planes of 0 and 1 [N, planes, S, S], channels-last.
at::Tensor ExpandOnDevice(const at::Tensor& rows, at::ScalarType precision);

/// A packed batch as a network's input on a device.
NetworkInput ToInput(const PackedBatch& batch, at::Device device, at::ScalarType precision);

/// Splits one flat vector into an architecture's arrays: views of `trained` and `statistics`, which
/// lie as WeightSpecs says.
WeightMap SplitWeights(const NetworkConfig& config, const at::Tensor& trained,
                       const at::Tensor& statistics);

/// A model's network, on the processor.
Network ToNetwork(const Model& model);

}  // namespace raichi
