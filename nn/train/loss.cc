#include "nn/train/loss.h"

#include <algorithm>
#include <utility>

#include "nn/network/operators.h"

namespace raichi {
namespace {

constexpr size_t kColumns = 32;       // on a GPU, so that few graphs fit all batches
constexpr double kImpossible = -1e9;  // logit of an impossible move

/// Returns the mean over the samples for which `known` is true, or 0 if there are none.
at::Tensor MeanOver(const at::Tensor& losses, const at::Tensor& known) {
  const at::Tensor weight = known.to(at::kFloat);
  return (losses * weight).sum() / weight.sum().clamp_min(1);
}

at::Tensor ToLong(const std::vector<int32_t>& values, at::IntArrayRef shape, at::Device device) {
  return FromInts(values, shape, device).to(at::kLong);
}

/// Returns the mean cross entropy with one target class per sample. Samples of class -1 are left
/// out.
at::Tensor ClassLoss(const at::Tensor& logits, const at::Tensor& classes) {
  const at::Tensor picked =
      logits.log_softmax(1).gather(1, classes.clamp_min(0).unsqueeze(1)).squeeze(1);
  return MeanOver(-picked, classes >= 0);
}

/// Returns the share of samples whose most probable class is one of the most probable ones of the
/// target.
at::Tensor ShareOfHits(const at::Tensor& logits, const at::Tensor& target) {
  const at::Tensor found = target.gather(1, logits.detach().argmax(1, /*keepdim=*/true)).squeeze(1);
  return (found == target.amax(1)).to(at::kFloat).mean();
}

/// Sets `moves` and `shares` to the legal moves of the samples, as rows of equal length.
void ToRows(const SampleBatch& batch, at::Device device, Targets* targets) {
  const auto count = static_cast<size_t>(batch.size());
  size_t most = 1;
  for (size_t i = 0; i < count; ++i) {
    const int begin = i == 0 ? 0 : batch.move_end[i - 1];
    most = std::max(most, static_cast<size_t>(batch.move_end[i] - begin));
  }
  if (device.is_cuda()) most = (most + kColumns - 1) / kColumns * kColumns;
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

template <typename Compute>
void Loss::Add(double weight, double TrainStats::*place, const Compute& compute) {
  if (weight == 0) return;
  const at::Tensor term = compute();
  total_ = total_ + weight * term;
  terms_.push_back({place, term.detach()});
}

void Loss::AddPolicy(const LossWeights& weights, const NetworkOutput& output) {
  const at::Tensor illegal = targets_.moves < 0;
  log_policy_ =
      output.LogitsOf(targets_.moves.clamp_min(0)).masked_fill(illegal, kImpossible).log_softmax(1);
  Add(weights.policy, &TrainStats::policy,
      [&] { return -(targets_.shares * log_policy_).sum(1).mean(); });
  Add(weights.reply, &TrainStats::reply, [&] { return ClassLoss(output.reply, targets_.reply); });
}

void Loss::AddValues(const LossWeights& weights, const NetworkOutput& output) {
  log_outcome_ = output.value.narrow(1, ValueRow::kWin, 3).log_softmax(1);
  Add(weights.value, &TrainStats::value,
      [&] { return -(targets_.outcome * log_outcome_).sum(1).mean(); });
  Add(weights.moves_left, &TrainStats::moves_left, [&] {
    const at::Tensor error =
        at::smooth_l1_loss(output.value.select(1, ValueRow::kMovesLeft),
                           targets_.moves_left.clamp_min(0).log1p(), at::Reduction::None);
    return MeanOver(error, targets_.moves_left >= 0);
  });
  Add(weights.short_value, &TrainStats::short_value, [&] {
    const at::Tensor value = output.value.select(1, ValueRow::kShortValue).tanh();
    return at::mse_loss(value, targets_.short_value);
  });
}

void Loss::AddFates(const LossWeights& weights, const NetworkOutput& output,
                    const NetworkInput& input) {
  const auto plane = [&](Plane name) {
    return input.planes.select(1, static_cast<int64_t>(name)).flatten(1).to(at::kFloat);
  };
  Add(weights.survival, &TrainStats::survival, [&] {
    const at::Tensor occupied =
        plane(Plane::kAttackers) + plane(Plane::kDefenders) + plane(Plane::kKing);
    const at::Tensor survival = at::binary_cross_entropy_with_logits(
        output.fate.select(1, 0), targets_.survived, {}, {}, at::Reduction::None);
    return MeanOver((survival * occupied).sum(1) / occupied.sum(1).clamp_min(1),
                    targets_.king_end >= 0);
  });
  Add(weights.king_end, &TrainStats::king_end, [&] {
    const at::Tensor squares =
        output.fate.select(1, 1).masked_fill(plane(Plane::kBoard) == 0, kImpossible);
    return ClassLoss(at::cat({squares, output.captured}, 1), targets_.king_end);
  });
}

void Loss::FillStats(const at::Tensor& gradient_norm, TrainStats* stats) const {
  const at::Tensor entropy = -at::xlogy(targets_.shares, targets_.shares).sum(1).mean();
  std::vector<Term> terms = terms_;
  terms.insert(terms.end(),
               {{&TrainStats::loss, total_.detach()},
                {&TrainStats::policy_entropy, entropy},
                {&TrainStats::policy_accuracy, ShareOfHits(log_policy_, targets_.shares)},
                {&TrainStats::value_accuracy, ShareOfHits(log_outcome_, targets_.outcome)},
                {&TrainStats::gradient_norm, gradient_norm}});
  std::vector<at::Tensor> numbers;
  for (const Term& term : terms) numbers.push_back(term.value);
  const std::vector<float> values = ToFloats(at::stack(numbers));
  for (size_t i = 0; i < terms.size(); ++i) stats->*terms[i].place = values[i];
}

}  // namespace raichi
