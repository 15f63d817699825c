#pragma once

#include <ATen/core/ScalarType.h>

namespace raichi {

/// (Includes LibTorch: only for LibTorch's rooms.)

/// True if this processor can evaluate networks in `precision`. The answer depends on the
/// processor, on LibTorch's version and on the environment (ONEDNN_MAX_CPU_ISA), so the first call
/// for a precision tries a small convolution. Any thread may call it.
bool ProcessorComputes(at::ScalarType precision);

/// True if the processor multiplies bf16 natively, so that bf16 is faster than f32.
bool ProcessorPrefersBf16();

}  // namespace raichi
