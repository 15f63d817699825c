#pragma once

#include <memory>
#include <vector>

#include "nn/backend/inference.h"

namespace raichi {

/// Returns the largest number of positions that each thread evaluates in a batch of up to `batch`
/// positions. Shares are multiples of kBatchStep, so there may be fewer shares than threads.
std::vector<int> SharesOf(int batch, int threads);

/// Divides each batch among inferences, one for each share of `SharesOf`. The first runs on the
/// calling thread and the others on threads of their own, which wait for each other once per batch.
/// LibTorch's own threads would wait for each other, spinning, after every operator. If other
/// programs use the cores, that is a thousand times slower.
std::unique_ptr<Inference> MakeSplitInference(std::vector<std::unique_ptr<Inference>> parts);

}  // namespace raichi
