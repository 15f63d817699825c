#pragma once

#include <array>
#include <functional>
#include <vector>

#include "nn/input/encoder.h"
#include "nn/model/model.h"
#include "nn/network/network.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// See Backend::MakeMatrixProduct. On the processor it is a 1x1 convolution by oneDNN on one
/// thread, because distributions build LibTorch with the reference BLAS.
std::function<double()> MakeMatrixProduct(at::Device device, at::ScalarType precision);

/// Includes LibTorch headers, so only code of the LibTorch library may include this header. The
/// operators of the network's layers.

inline constexpr double kNormMomentum = 0.05;  // weight of a batch in the running statistics

/// Returns x with the squares off the board set to 0.
at::Tensor Masked(const at::Tensor& x, const NetworkInput& input);

/// Computes a convolution and its normalization, which may be folded into the convolution, then
/// ReLU if `relu` is true, then the mask. If `training` is true, normalizes by the statistics of
/// the batch and updates the running statistics in `layer`.
at::Tensor ConvNorm(const at::Tensor& x, const LayerWeights& layer, const NetworkInput& input,
                    bool training, bool relu);

/// Returns the padding on each side that keeps the number of squares.
int64_t PaddingOf(const at::Tensor& weight);

/// Whether cuDNN can compute a convolution, an addition and ReLU in one kernel: on a GPU, with
/// folded normalization, and not in training, as that kernel has no gradient.
bool FusesConv(const LayerWeights& layer, bool training);

/// Returns ReLU(convolution of x + sum) for a layer that FusesConv. `sum` may be undefined, or
/// [N, out, 1, 1] or [N, out, S, S].
at::Tensor FusedConv(const at::Tensor& x, const LayerWeights& layer, const at::Tensor& sum);

/// Returns the convolution's weights with the normalization folded into weight and bias.
LayerWeights FoldNorm(const LayerWeights& layer);

/// Applies a linear map to every square: [N, in, S, S] -> [N, out, S, S].
at::Tensor LinearOnSquares(const at::Tensor& x, const LayerWeights& layer);

/// Applies a linear layer: [N, in] -> [N, out].
at::Tensor LinearOnRows(const at::Tensor& x, const LayerWeights& layer);

/// Global pooling over the squares of boards of n x n squares (Wu 2019): means, means times (n - 9)
/// / 10, maxima. x must be at least 0, and 0 off the board. [N, C, S, S] -> [N, 3C], f32.
at::Tensor Pool(const at::Tensor& x, const NetworkInput& input);

/// Returns features [N, C] as [N, C, 1, 1] in the precision of `x`, so that they can be added to
/// it.
at::Tensor PerSquare(const at::Tensor& features, const at::Tensor& x);

/// Reorders [N, C, S, S] to [N, S * S, C], f32.
at::Tensor OfSquares(const at::Tensor& x);

/// Reorders [N, C, S, S] to [N, S * S * C], f32, by square and then channel, as policy indices are.
at::Tensor BySquare(const at::Tensor& x);

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
