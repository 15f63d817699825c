#pragma once

#include <functional>

#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// See Backend::MakeMatrixProduct. On the processor it is a 1x1 convolution by oneDNN on one
/// thread, because distributions build LibTorch with the reference BLAS.
std::function<double()> MakeMatrixProduct(at::Device device, at::ScalarType precision);

}  // namespace raichi
