#pragma once

#include <memory>
#include <vector>

#include "nn/backend/inference.h"

namespace raichi {

/// The most positions that each thread gets of batches of up to `batch` positions. Shares are
/// multiples of kBatchStep, so there may be fewer shares than threads.
std::vector<int> SharesOf(int batch, int threads);

/// Divides each batch among inferences, one for each of `SharesOf`: the first on the calling
/// thread, the others on threads of their own. The threads meet once a batch. LibTorch's own
/// threads meet, spinning, at every operator; where other programs use the cores, that takes a
/// thousand times as long.
std::unique_ptr<Inference> MakeSplitInference(std::vector<std::unique_ptr<Inference>> parts);

}  // namespace raichi
