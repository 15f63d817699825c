#pragma once

#include <span>

namespace raichi {

/// Replaces logits, of which at least one is finite, by the probabilities exp(x) / sum exp(x). The
/// largest logit is subtracted first, so large ones do not overflow.
void Softmax(std::span<float> logits);

}  // namespace raichi
