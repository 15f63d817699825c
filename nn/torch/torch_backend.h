#pragma once

#include "nn/backend/backend.h"

namespace raichi {

/// LibTorch as a backend. Lives until the process ends.
Backend& TorchBackend();

}  // namespace raichi
