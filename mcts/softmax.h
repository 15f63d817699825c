#pragma once

#include <span>

namespace raichi {

/// Replaces logits with the probabilities exp(x) / sum exp(x). At least one logit must be finite.
/// Subtracts the largest logit first, so that large logits do not overflow.
/// Those more than 87 below it get the probability 0. Results depend on the numbers alone, not on
/// where they lie in memory.
void Softmax(std::span<float> logits);

}  // namespace raichi
