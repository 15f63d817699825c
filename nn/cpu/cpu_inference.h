#pragma once

#include <memory>

#include "nn/backend/inference.h"
#include "nn/model/folded_network.h"

namespace raichi {

/// Makes an inference that runs on the processor with CpuNetwork, for up to `batch` leaves. If
/// `in_bf16` is true, convolutions multiply in bf16, otherwise in f32.
std::unique_ptr<Inference> MakeCpuInference(const FoldedNetwork& network, bool in_bf16, int batch);

}  // namespace raichi
