#pragma once

#include <memory>
#include <vector>

#include "nn/inference/inference.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// The largest share of each thread in batches of up to `batch` positions: in steps of kBatchStep,
/// none smaller, so that there may be fewer shares than threads.
std::vector<int> SharesOf(int batch, int threads);

/// Shares each batch out among inferences, one for each of `SharesOf`, on threads of their own but
/// for the first. They meet once a batch; LibTorch's threads meet at every operator, spinning,
/// which beside other programs on the cores takes a thousand times as long.
std::unique_ptr<Inference> MakeSplitInference(std::vector<std::unique_ptr<Inference>> parts);

}  // namespace raichi
