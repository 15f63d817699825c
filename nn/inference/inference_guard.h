#pragma once

#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Configures LibTorch for inference on the calling thread during the lifetime of this object: on
/// one thread and without gradients.
struct InferenceGuard {
  InferenceGuard() {
    if (at::get_num_threads() != 1) at::set_num_threads(1);
  }
  c10::InferenceMode mode;
};

}  // namespace raichi
