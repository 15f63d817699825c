#include "prove/priors.h"

#include <algorithm>
#include <cmath>

#include "prove/proof_table.h"
#include "rules/movegen.h"

namespace raichi {
namespace {

constexpr double kLogWeight = 0.5;
constexpr int kMostWeight = 255;

uint8_t WeightOf(float prior, float best) {
  const double ratio = best / std::max(prior, 1e-6f);
  const double weight = Child::kUnit * (1 + kLogWeight * std::log2(std::max(ratio, 1.0)));
  return static_cast<uint8_t>(std::min<double>(weight, kMostWeight));
}

}  // namespace

PriorTable::PriorTable(size_t bytes) : slots_(std::max<size_t>(1, bytes / sizeof(Slot))) {}

bool PriorTable::Find(uint64_t key, std::span<const Move> moves, std::span<Child> children) const {
  const Slot& slot = slots_[IndexOf(key)];
  if (slot[0].load(kRelaxed) != key) return false;
  size_t m = 0;
  for (Child& child : children) {
    while (moves[m] != child.move) ++m;
    uint64_t weight = kMostWeight;
    if (m < 8 * (kWords - 1)) weight = slot[1 + m / 8].load(kRelaxed) >> m % 8 * 8 & 255;
    // Another thread may be writing this slot; any weight is allowed, but not 0.
    child.weight = std::max(Child::kUnit, static_cast<uint16_t>(weight));
    ++m;
  }
  return true;
}

void PriorTable::Store(uint64_t key, std::span<const float> priors) {
  Slot& slot = slots_[IndexOf(key)];
  const float best = *std::max_element(priors.begin(), priors.end());
  std::array<uint64_t, kWords> words{key};
  for (size_t m = 0; m < std::min(priors.size(), 8 * (kWords - 1)); ++m) {
    words[1 + m / 8] |= uint64_t{WeightOf(priors[m], best)} << m % 8 * 8;
  }
  for (size_t i = 0; i < kWords; ++i) slot[i].store(words[i], kRelaxed);
}

PriorQueue::PriorQueue(RulesPtr rules, PriorTable* table, std::unique_ptr<Evaluator> evaluator,
                       size_t batch)
    : rules_(std::move(rules)),
      table_(table),
      evaluator_(std::move(evaluator)),
      batch_(batch),
      moves_(batch),
      evaluations_out_(batch) {}

void PriorQueue::Ask(uint64_t key, const Position& position) {
  if (std::find(keys_.begin(), keys_.end(), key) != keys_.end()) return;
  keys_.push_back(key);
  games_.emplace_back(rules_, position);
  if (keys_.size() >= std::min<uint64_t>(batch_, 1 + evaluations_ / 16)) Evaluate();
}

void PriorQueue::Evaluate() {
  requests_.clear();
  for (size_t i = 0; i < games_.size(); ++i) {
    moves_[i].Clear();
    GenerateMoves(*rules_, games_[i].position(), &moves_[i]);
    requests_.push_back({&games_[i], {moves_[i].data(), moves_[i].size()}});
  }
  evaluator_->Evaluate(requests_, std::span(evaluations_out_).first(requests_.size()));
  for (size_t i = 0; i < keys_.size(); ++i) table_->Store(keys_[i], evaluations_out_[i].priors);
  evaluations_ += keys_.size();
  keys_.clear();
  games_.clear();
}

}  // namespace raichi
