#pragma once

#include <vector>

#include "nn/input/encoder.h"
#include "nn/model/model_weights.h"
#include "nn/network/network.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.
/// Conversions between our arrays and LibTorch's tensors.

/// Returns a copy of the values as a tensor on a device.
at::Tensor FromFloats(const std::vector<float>& values, at::IntArrayRef shape, at::Device device);
at::Tensor FromInts(const std::vector<int32_t>& values, at::IntArrayRef shape, at::Device device);
std::vector<float> ToFloats(const at::Tensor& tensor);

/// Expands packed words [N, planes, S] of 32 bits to planes of 0 and 1 [N, planes, S, S],
/// channels-last.
at::Tensor ExpandOnDevice(const at::Tensor& rows, at::ScalarType precision);

/// Returns the mask of NetworkInput for boards that are smaller than the canvas: a view of the
/// planes.
at::Tensor BoardMask(const at::Tensor& planes);

/// Converts a packed batch to a network's input on a device. On the processor bf16 is f32 whose
/// convolutions multiply in bf16.
NetworkInput ToInput(const PackedBatch& batch, at::Device device, at::ScalarType precision);

/// Splits flat vectors into an architecture's arrays. The arrays are views of `trained` and
/// `statistics`, which have the order of WeightSpecs.
WeightMap SplitWeights(const NetworkConfig& config, const at::Tensor& trained,
                       const at::Tensor& statistics);

/// Returns the network of a model, on the processor.
Network ToNetwork(const Model& model);

}  // namespace raichi
