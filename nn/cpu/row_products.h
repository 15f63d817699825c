#pragma once

#include <cstddef>

namespace raichi {

/// Products of many rows with a small matrix, in f32: linear maps of the channels on every square.
/// Numbers of channels are multiples of kChannelStep. Any thread may call any function on its own
/// data.

/// y [row][out] = x [row][in] weights [in][out].
void MultiplyRows(const float* x, const float* weights, size_t rows, size_t in, size_t out,
                  float* y);
/// y [row][out] += the same.
void AddRows(const float* x, const float* weights, size_t rows, size_t in, size_t out, float* y);

/// Adds the gradient of the weights, for inputs x and the gradient dy of the results, to `sums`
/// [in][out].
void AddRowProducts(const float* x, const float* dy, size_t rows, size_t in, size_t out,
                    float* sums);

/// Sets every row of y [row][out] to the bias [out].
void FillRows(const float* bias, size_t rows, size_t out, float* y);

/// Adds the rows of y [row][out] to `sums` [out].
void SumRows(const float* y, size_t rows, size_t out, float* sums);

}  // namespace raichi
