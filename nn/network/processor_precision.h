#pragma once

#include <ATen/core/ScalarType.h>

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// Whether networks can be evaluated in `precision` on this processor. The answer depends on the
/// processor, on LibTorch's version and on the environment (ONEDNN_MAX_CPU_ISA), so it is found out
/// by trying a small convolution, once for each precision. Safe to call from any thread.
bool ProcessorComputes(at::ScalarType precision);

/// Whether the processor multiplies bf16 natively, so that bf16 is faster than f32.
bool ProcessorPrefersBf16();

}  // namespace raichi
