#pragma once

#include <span>

namespace raichi {

/// Replaces logits with the probabilities exp(x) / sum exp(x). At least one logit must be finite.
/// Subtracts the largest logit first, so that large logits do not overflow.
void Softmax(std::span<float> logits);

}  // namespace raichi
