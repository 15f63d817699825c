#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/board/types.h"

namespace raichi {

/// A fixed-size table of results of an alpha-beta search. If two positions share a place, the
/// deeper or newer entry is kept. Scores of wins count plies from the entry's position.
class TranspositionTable {
 public:
  enum class Bound : uint8_t { kNone, kExact, kAtLeast, kAtMost };
  struct Entry {
    uint64_t key = 0;
    int16_t score = 0;
    Move move;
    int8_t depth = 0;
    Bound bound = Bound::kNone;
    uint8_t age = 0;
  };
  static_assert(sizeof(Entry) == 16);

  explicit TranspositionTable(int bits) : entries_(size_t{1} << bits) {}

  void Clear() { entries_.assign(entries_.size(), Entry()); }
  void NextAge() { ++age_; }
  /// Returns the entry of a position, or null if there is none.
  const Entry* Find(uint64_t key) const {
    const Entry& entry = entries_[key & (entries_.size() - 1)];
    return entry.key == key && entry.bound != Bound::kNone ? &entry : nullptr;
  }
  void Store(Entry entry) {
    Entry& old = entries_[entry.key & (entries_.size() - 1)];
    entry.age = age_;
    if (old.bound == Bound::kNone || old.age != age_ || old.key == entry.key ||
        entry.depth >= old.depth) {
      old = entry;
    }
  }

 private:
  std::vector<Entry> entries_;
  uint8_t age_ = 0;
};

}  // namespace raichi
