#pragma once

#include <functional>
#include <memory>

#include "nn/backend/inference.h"

namespace raichi {

/// Divides each batch among `threads` threads, each of which has an inference of its own, made by
/// `make` for a number of positions. The threads take a few positions at a time, and wait for each
/// other once per batch. LibTorch's own threads would wait for each other, spinning, after every
/// operator. If other programs use the cores, that is a thousand times slower.
std::unique_ptr<Inference> MakeSplitInference(
    int batch, int threads, const std::function<std::unique_ptr<Inference>(int batch)>& make);

}  // namespace raichi
