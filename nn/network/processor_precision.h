#pragma once

#include <ATen/core/ScalarType.h>

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Whether this processor can evaluate networks in `precision`. This depends on the processor, on
/// LibTorch's version and on the environment (ONEDNN_MAX_CPU_ISA), so the first call for a
/// precision tries a small convolution. Thread-safe.
bool ProcessorComputes(at::ScalarType precision);

/// Whether the processor multiplies bf16 natively, so that bf16 is faster than f32.
bool ProcessorPrefersBf16();

}  // namespace raichi
