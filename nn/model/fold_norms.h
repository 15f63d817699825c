#pragma once

#include "nn/model/layers.h"
#include "nn/model/model.h"

namespace raichi {

/// Folds the normalizations of a model's convolutions into their weights, as LibTorch does
/// (Network::Folded) up to rounding. The bits are the same on all processors.
FoldedNetwork FoldNorms(const Model& model);

}  // namespace raichi
