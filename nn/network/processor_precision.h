#pragma once

#include <ATen/core/ScalarType.h>

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Whether this program computes networks on the processor in `precision`: f32 always, bf16 if it
/// was compiled for processors that multiply bf16.
bool ProcessorComputes(at::ScalarType precision);

}  // namespace raichi
