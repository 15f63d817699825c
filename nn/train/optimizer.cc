#include "nn/train/optimizer.h"

#include <cmath>
#include <utility>

namespace raichi {

Optimizer::Optimizer(const TrainConfig& config, at::Tensor decayed)
    : first(at::zeros_like(decayed)),
      second(at::zeros_like(decayed)),
      config_(config),
      decayed_(std::move(decayed)) {}

void Optimizer::Step(const at::Tensor& gradient, int64_t step, double rate, at::Tensor* weights) {
  constexpr double kEpsilon = 1e-8;
  weights->addcmul_(*weights, decayed_, -rate * config_.weight_decay);
  if (config_.optimizer == "sgd") {
    first.mul_(config_.momentum).add_(gradient);
    weights->add_(gradient, -rate).add_(first, -rate * config_.momentum);
    return;
  }
  const auto steps = static_cast<double>(step + 1);
  first.mul_(config_.momentum).add_(gradient, 1 - config_.momentum);
  second.mul_(config_.second_decay).addcmul_(gradient, gradient, 1 - config_.second_decay);
  const double unbias_first = 1 - std::pow(config_.momentum, steps);
  const double unbias_second = 1 - std::pow(config_.second_decay, steps);
  const at::Tensor deviation = second.sqrt().div_(std::sqrt(unbias_second)).add_(kEpsilon);
  weights->addcdiv_(first, deviation, -rate / unbias_first);
}

}  // namespace raichi
