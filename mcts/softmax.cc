#include "mcts/softmax.h"

#include <Eigen/Core>

namespace raichi {

void Softmax(std::span<float> logits) {
  Eigen::Map<Eigen::ArrayXf> all(logits.data(), static_cast<Eigen::Index>(logits.size()));
  all = (all - all.maxCoeff()).exp();
  all /= all.sum();
}

}  // namespace raichi
