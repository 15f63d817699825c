#include "mcts/softmax.h"

#include <algorithm>
#include <cmath>

namespace raichi {

void Softmax(std::span<float> logits) {
  const float top = *std::max_element(logits.begin(), logits.end());
  float sum = 0;
  for (float& logit : logits) sum += logit = std::exp(logit - top);
  for (float& logit : logits) logit /= sum;
}

}  // namespace raichi
