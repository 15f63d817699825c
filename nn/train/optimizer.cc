#include "nn/train/optimizer.h"

#include <algorithm>
#include <cmath>

#include "nn/network/operators.h"

namespace raichi {

Optimizer::Optimizer(const TrainConfig& config, const std::vector<WeightSpec>& specs,
                     at::Device device)
    : config_(config) {
  std::vector<float> scale;
  std::vector<float> decayed;
  for (const WeightSpec& spec : specs) {
    if (spec.kind == WeightKind::kStatistic) continue;
    const auto count = static_cast<int64_t>(spec.Count());
    const bool is_muons = config.optimizer == "muon" && spec.is_hidden;
    if (is_muons) {
      AddHidden(static_cast<int64_t>(scale.size()), spec.shape[0], count / spec.shape[0],
                device.is_cuda());
    }
    scale.insert(scale.end(), spec.Count(), is_muons ? static_cast<float>(config.muon_scale) : 1);
    decayed.insert(decayed.end(), spec.Count(), spec.kind == WeightKind::kMatrix ? 1.0f : 0.0f);
  }
  scale_ = FromFloats(scale, {static_cast<int64_t>(scale.size())}, device);
  decayed_ = scale_ * FromFloats(decayed, {static_cast<int64_t>(decayed.size())}, device);
  first = at::zeros_like(decayed_);
  second = at::zeros_like(decayed_);
}

void Optimizer::AddHidden(int64_t begin, int64_t rows, int64_t columns, bool together) {
  const auto has_shape = [&](const Matrices& matrices) {
    return matrices.rows == rows && matrices.columns == columns;
  };
  const auto it = together ? std::ranges::find_if(hidden_, has_shape) : hidden_.end();
  if (it != hidden_.end()) {
    it->begins.push_back(begin);
  } else {
    hidden_.push_back({rows, columns, {begin}});
  }
}

void Optimizer::Step(const at::Tensor& gradient, int64_t step, double rate, at::Tensor* weights) {
  weights->addcmul_(*weights, decayed_, -rate * config_.weight_decay);
  if (config_.optimizer == "sgd") {
    first.mul_(config_.momentum).add_(gradient);
    weights->add_(gradient, -rate).add_(first, -rate * config_.momentum);
    return;
  }
  at::Tensor update = AdamUpdate(gradient, step);
  ReplaceHidden(gradient, &update);
  weights->addcmul_(update, scale_, -rate);
}

at::Tensor Optimizer::AdamUpdate(const at::Tensor& gradient, int64_t step) {
  constexpr double kEpsilon = 1e-8;
  const auto steps = static_cast<double>(step + 1);
  first.mul_(config_.momentum).add_(gradient, 1 - config_.momentum);
  second.mul_(config_.second_decay).addcmul_(gradient, gradient, 1 - config_.second_decay);
  const double unbias_first = 1 - std::pow(config_.momentum, steps);
  const double unbias_second = 1 - std::pow(config_.second_decay, steps);
  const at::Tensor deviation = second.sqrt().div_(std::sqrt(unbias_second)).add_(kEpsilon);
  return first.div(deviation).div_(unbias_first);
}

void Optimizer::ReplaceHidden(const at::Tensor& gradient, at::Tensor* update) const {
  if (hidden_.empty()) return;
  const at::Tensor nesterov = gradient.lerp(first, config_.momentum);
  for (const Matrices& matrices : hidden_) {
    const auto& [rows, columns, begins] = matrices;
    std::vector<at::Tensor> parts;
    for (const int64_t begin : begins) {
      parts.push_back(nesterov.narrow(0, begin, rows * columns).view({rows, columns}));
    }
    const double shape = static_cast<double>(rows) / static_cast<double>(columns);
    // A single matrix is not stacked, because batches of products are slow on the processor.
    const at::Tensor directions = Orthogonalized(parts.size() == 1 ? parts[0] : at::stack(parts)) *
                                  std::max(1.0, std::sqrt(shape));
    const std::vector<at::Tensor> each =
        parts.size() == 1 ? std::vector{directions} : directions.unbind();
    for (size_t i = 0; i < begins.size(); ++i) {
      update->narrow(0, begins[i], rows * columns).copy_(each[i].flatten());
    }
  }
}

at::Tensor Orthogonalized(const at::Tensor& matrices) {
  constexpr double kA = 3.4445, kB = -4.7750, kC = 2.0315;
  constexpr double kTiny = 1e-12;
  const bool is_tall = matrices.size(-2) > matrices.size(-1);
  at::Tensor x = is_tall ? matrices.mT() : matrices;
  x = x / (at::linalg_vector_norm(x, 2, at::IntArrayRef({-2, -1}), true) + kTiny);
  for (int i = 0; i < 5; ++i) {
    const at::Tensor a = x.matmul(x.mT());
    x = kA * x + (kB * a + kC * a.matmul(a)).matmul(x);
  }
  return is_tall ? x.mT() : x;
}

}  // namespace raichi
