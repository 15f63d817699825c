#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "nn/backend/backend.h"
#include "nn/model/layers.h"

namespace raichi {

/// The loops of inference on the processor that run between the convolutions, in f32. The
/// activations of one position are [square][channel] (channels-last), for the squares of its board.
/// No kernel allocates memory, and any thread may call any of them on its own data.

/// Expands planes that are packed as words [plane][rank of the canvas], with bit x for file x, to
/// activations of 0 and 1 in out [board * board][planes]. There are a multiple of 8 planes.
void ExpandPlanes(std::span<const uint32_t> rows, size_t planes, size_t canvas, size_t board,
                  float* out);

/// out = max(0, x + bias) for the channels of one square.
void AddReluOnSquare(const float* x, std::span<const float> bias, float* out);

/// Returns the sum of x * weights.
float Dot(std::span<const float> x, const float* weights);

/// Returns the sum of max(0, x + bias) * weights over the channels of one square.
float DotReluOnSquare(const float* x, std::span<const float> bias, const float* weights);

/// Global pooling (docs/network.md) of max(0, x) over the squares of a board. `stride` is the
/// distance between squares in `x`, at least `channels`, which are a multiple of 8. Writes to
/// `features` [3][channels]: means, means times (board - 9) / 10, maxima.
void PoolSquares(const float* x, size_t stride, size_t board, size_t channels, float* features);

/// x = max(0, x).
void Relu(std::span<float> x);

/// Makes an inference that runs on the processor with CpuNetwork, for up to `batch` leaves. If
/// `in_bf16` is true, convolutions multiply in bf16, otherwise in f32.
std::unique_ptr<Inference> MakeCpuInference(const FoldedNetwork& network, bool in_bf16, int batch);

}  // namespace raichi
