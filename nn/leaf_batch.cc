#include "nn/leaf_batch.h"

#include <algorithm>
#include <cmath>

#include "nn/policy_index.h"
#include "rules/check.h"

namespace raichi {

void LeafBatch::Encode(std::span<const LeafRequest> leaves) {
  packed_.Resize(static_cast<int>(leaves.size()));
  for (size_t i = 0; i < leaves.size(); ++i) {
    EncodeGame(*leaves[i].game, true, &packed_, static_cast<int>(i));
  }
  Unpack();
}

void LeafBatch::Unpack() {
  const auto canvas = static_cast<size_t>(packed_.canvas);
  planes_.resize(packed_.rows.size() * canvas);
  float* out = planes_.data();
  for (const uint32_t row : packed_.rows) {
    for (size_t x = 0; x < canvas; ++x) *out++ = static_cast<float>(row >> x & 1);
  }
}

std::span<const Evaluation> LeafBatch::Read(std::span<const LeafRequest> leaves,
                                            const NetworkOutputs& outputs) {
  const auto policy_size = static_cast<size_t>(PolicySize(packed_.canvas));
  RAICHI_CHECK(outputs.policy.size() == leaves.size() * policy_size);
  RAICHI_CHECK(outputs.wdl.size() == leaves.size() * 3);
  RAICHI_CHECK(outputs.moves_left.size() == leaves.size());
  if (evaluations_.size() < leaves.size()) evaluations_.resize(leaves.size());
  for (size_t i = 0; i < leaves.size(); ++i) {
    Evaluation& out = evaluations_[i];
    out.win = outputs.wdl[3 * i];
    out.draw = outputs.wdl[3 * i + 1];
    out.loss = outputs.wdl[3 * i + 2];
    out.moves_left = outputs.moves_left[i];
    ReadPriors(leaves[i].moves, outputs.policy.subspan(i * policy_size, policy_size), &out.priors);
  }
  return std::span(evaluations_).first(leaves.size());
}

/// Soft-max over the legal moves.
void LeafBatch::ReadPriors(std::span<const Move> moves, std::span<const float> logits,
                           std::vector<float>* priors) const {
  priors->clear();
  for (const Move move : moves) {
    priors->push_back(logits[static_cast<size_t>(PolicyIndex(move, packed_.canvas))]);
  }
  const float highest = *std::max_element(priors->begin(), priors->end());
  float sum = 0;
  for (float& prior : *priors) sum += prior = std::exp(prior - highest);
  for (float& prior : *priors) prior /= sum;
}

}  // namespace raichi
