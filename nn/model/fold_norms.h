#pragma once

#include "nn/model/layers.h"
#include "nn/model/model.h"

namespace raichi {

/// Folds the normalizations of a model's convolutions into their weights, to the last bit as
/// LibTorch does (Network::Folded).
FoldedNetwork FoldNorms(const Model& model);

}  // namespace raichi
