#include "solve/patterns.h"

#include "solve/combinations.h"

namespace raichi {

uint64_t Permuted(uint64_t set, const Permutation& permutation) {
  uint64_t image = 0;
  ForEachBit(set, [&](int i) { image |= Bit(permutation[static_cast<size_t>(i)]); });
  return image;
}

Patterns::Patterns(int n, int count, const std::vector<Permutation>& group)
    : n_(n), count_(count), size_(Choose(n, count)) {
  if (group.size() == 1) return;
  entries_.resize(size_);
  for (uint64_t rank = 0; rank < entries_.size(); ++rank) {
    const uint64_t set = SetOfRank(rank, count, n);
    if (entries_[rank].number == kUnknown) {
      // The first of its class is the form. The others are found as its images.
      for (const Permutation& permutation : group) {
        entries_[RankOf(Permuted(set, permutation))] = {.number =
                                                            static_cast<uint32_t>(forms_.size())};
      }
      forms_.push_back(set);
    }
    Entry& entry = entries_[rank];
    for (size_t i = 0; i < group.size(); ++i) {
      if (Permuted(set, group[i]) == forms_[entry.number]) {
        entry.ways = static_cast<uint8_t>(entry.ways | 1u << i);
      }
    }
  }
  size_ = forms_.size();
}

Patterns::Match Patterns::Find(uint64_t set) const {
  const uint64_t rank = RankOf(set);
  if (entries_.empty()) return {.number = rank, .form = set, .ways = 1};
  const Entry& entry = entries_[rank];
  return {.number = entry.number, .form = forms_[entry.number], .ways = entry.ways};
}

uint64_t Patterns::Form(uint64_t number) const {
  return entries_.empty() ? SetOfRank(number, count_, n_) : forms_[number];
}

}  // namespace raichi
