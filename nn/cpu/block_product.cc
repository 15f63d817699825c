#include "nn/cpu/block_product.h"

#include <algorithm>

namespace raichi {

void MultiplyRows(const float* x, const float* weights, size_t rows, size_t in, size_t out,
                  float* y) {
  WithVectors(out, [&]<size_t kVector>() {
    Multiply<kVector, false>(Matrix<float>{x, in, 1}, weights, rows, out, in, y);
  });
}

void AddRows(const float* x, const float* weights, size_t rows, size_t in, size_t out, float* y) {
  WithVectors(out, [&]<size_t kVector>() {
    Multiply<kVector, true>(Matrix<float>{x, in, 1}, weights, rows, out, in, y);
  });
}

void AddRowProducts(const float* x, const float* dy, size_t rows, size_t in, size_t out,
                    float* sums) {
  WithVectors(out, [&]<size_t kVector>() {
    Multiply<kVector, true>(Matrix<float>{x, 1, in}, dy, in, out, rows, sums);
  });
}

void FillRows(const float* bias, size_t rows, size_t out, float* y) {
  for (size_t row = 0; row < rows; ++row) std::copy_n(bias, out, y + row * out);
}

void SumRows(const float* y, size_t rows, size_t out, float* sums) {
  WithVectors(out, [&]<size_t kVector>() {
    for (size_t c = 0; c < out; c += kVector) {
      Vector<kVector> sum, value;
      Load(sums + c, &sum);
      for (size_t row = 0; row < rows; ++row) {
        Load(y + row * out + c, &value);
        sum += value;
      }
      Store(sum, sums + c);
    }
  });
}

}  // namespace raichi
