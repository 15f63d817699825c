#pragma once

#include "nn/backend/backend.h"

namespace raichi {

/// Returns the backend that uses LibTorch. It exists until the process ends.
Backend& TorchBackend();

}  // namespace raichi
