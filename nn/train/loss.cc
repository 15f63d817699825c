#include "nn/train/loss.h"

#include <algorithm>
#include <utility>

#include "nn/network/tensors.h"

namespace raichi {
namespace {

constexpr double kImpossible = -1e9;  // a logit

/// Mean over the samples where `known`; 0 where none is.
at::Tensor MeanOver(const at::Tensor& losses, const at::Tensor& known) {
  const at::Tensor weight = known.to(at::kFloat);
  return (losses * weight).sum() / weight.sum().clamp_min(1);
}

at::Tensor ToLong(const std::vector<int32_t>& values, at::IntArrayRef shape, at::Device device) {
  return FromInts(values, shape, device).to(at::kLong);
}

/// Cross entropy with a class per sample; `classes` may be -1.
at::Tensor ClassLoss(const at::Tensor& logits, const at::Tensor& classes) {
  const at::Tensor picked =
      logits.log_softmax(1).gather(1, classes.clamp_min(0).unsqueeze(1)).squeeze(1);
  return MeanOver(-picked, classes >= 0);
}

/// How often the likeliest class is the target's, on average.
at::Tensor ShareOfHits(const at::Tensor& logits, const at::Tensor& target) {
  return (logits.detach().argmax(1) == target.argmax(1)).to(at::kFloat).mean();
}

/// The legal moves of the samples as rows of equal length.
void ToRows(const SampleBatch& batch, at::Device device, Targets* targets) {
  const auto count = static_cast<size_t>(batch.size());
  size_t most = 1;
  for (size_t i = 0; i < count; ++i) {
    const int begin = i == 0 ? 0 : batch.move_end[i - 1];
    most = std::max(most, static_cast<size_t>(batch.move_end[i] - begin));
  }
  std::vector<int32_t> moves(count * most, -1);
  std::vector<float> shares(count * most, 0);
  for (size_t i = 0; i < count; ++i) {
    const int begin = i == 0 ? 0 : batch.move_end[i - 1];
    const auto row = static_cast<std::ptrdiff_t>(i * most);
    std::copy(batch.move_index.begin() + begin, batch.move_index.begin() + batch.move_end[i],
              moves.begin() + row);
    std::copy(batch.move_share.begin() + begin, batch.move_share.begin() + batch.move_end[i],
              shares.begin() + row);
  }
  const auto rows = static_cast<int64_t>(count);
  const auto columns = static_cast<int64_t>(most);
  targets->moves = ToLong(moves, {rows, columns}, device);
  targets->shares = FromFloats(shares, {rows, columns}, device);
}

}  // namespace

Targets ToTargets(const SampleBatch& batch, at::Device device) {
  const int64_t count = batch.size();
  const int64_t canvas = batch.inputs.canvas;
  Targets targets;
  ToRows(batch, device, &targets);
  targets.outcome = FromFloats(batch.outcome, {count, 3}, device);
  targets.short_value = FromFloats(batch.short_value, {count}, device);
  targets.moves_left = FromFloats(batch.moves_left, {count}, device);
  const std::vector<int32_t> survivors(batch.survivors.begin(), batch.survivors.end());
  targets.survived =
      ExpandOnDevice(FromInts(survivors, {count, 1, canvas}, device), at::kFloat).flatten(1);
  targets.king_end = ToLong(batch.king_end, {count}, device);
  targets.reply = ToLong(batch.reply, {count}, device);
  return targets;
}

Loss::Loss(const LossWeights& weights, const NetworkOutput& output, const NetworkInput& input,
           Targets targets)
    : targets_(std::move(targets)), total_(at::zeros({}, output.policy.options())) {
  AddPolicy(weights, output);
  AddValues(weights, output);
  AddFates(weights, output, input);
}

void Loss::AddPolicy(const LossWeights& weights, const NetworkOutput& output) {
  const at::Tensor illegal = targets_.moves < 0;
  log_policy_ = output.policy.gather(1, targets_.moves.clamp_min(0))
                    .masked_fill(illegal, kImpossible)
                    .log_softmax(1);
  Add(weights.policy, -(targets_.shares * log_policy_).sum(1).mean());
  Add(weights.reply, ClassLoss(output.reply, targets_.reply));
}

void Loss::AddValues(const LossWeights& weights, const NetworkOutput& output) {
  log_outcome_ = output.value.narrow(1, 0, 3).log_softmax(1);
  Add(weights.value, -(targets_.outcome * log_outcome_).sum(1).mean());
  const at::Tensor left = output.value.select(1, 3);
  const at::Tensor error =
      at::smooth_l1_loss(left, targets_.moves_left.clamp_min(0).log1p(), at::Reduction::None);
  Add(weights.moves_left, MeanOver(error, targets_.moves_left >= 0));
  const at::Tensor soon = output.value.select(1, 4).tanh();
  Add(weights.short_value, at::mse_loss(soon, targets_.short_value));
}

void Loss::AddFates(const LossWeights& weights, const NetworkOutput& output,
                    const NetworkInput& input) {
  const at::Tensor known = targets_.king_end >= 0;
  const auto plane = [&](Plane name) {
    return input.planes.select(1, static_cast<int64_t>(name)).flatten(1).to(at::kFloat);
  };
  const at::Tensor occupied =
      plane(Plane::kAttackers) + plane(Plane::kDefenders) + plane(Plane::kKing);
  const at::Tensor survival = at::binary_cross_entropy_with_logits(
      output.fate.select(1, 0), targets_.survived, {}, {}, at::Reduction::None);
  Add(weights.survival,
      MeanOver((survival * occupied).sum(1) / occupied.sum(1).clamp_min(1), known));
  const at::Tensor squares =
      output.fate.select(1, 1).masked_fill(plane(Plane::kBoard) == 0, kImpossible);
  Add(weights.king_end, ClassLoss(at::cat({squares, output.captured}, 1), targets_.king_end));
}

void Loss::Add(double weight, const at::Tensor& term) {
  total_ = total_ + weight * term;
  terms_.push_back(term.detach());
}

void Loss::Report(const at::Tensor& gradient_norm, TrainStats* stats) const {
  const at::Tensor entropy = -at::xlogy(targets_.shares, targets_.shares).sum(1).mean();
  std::vector<at::Tensor> numbers = terms_;
  numbers.insert(numbers.end(),
                 {total_.detach(), entropy, ShareOfHits(log_policy_, targets_.shares),
                  ShareOfHits(log_outcome_, targets_.outcome), gradient_norm});
  const std::vector<float> values = ToFloats(at::stack(numbers));
  size_t next = 0;
  for (double* place :
       {&stats->policy, &stats->reply, &stats->value, &stats->moves_left, &stats->short_value,
        &stats->survival, &stats->king_end, &stats->loss, &stats->policy_entropy,
        &stats->policy_accuracy, &stats->value_accuracy, &stats->gradient_norm}) {
    *place = values[next++];
  }
}

}  // namespace raichi
