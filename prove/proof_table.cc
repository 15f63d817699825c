#include "prove/proof_table.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

namespace raichi {
namespace {

/// An entry's data: the proof number, the disproof number or the plies of a proof, the size of the
/// subtree, and flags, of which one is always set.
constexpr int kDisproofShift = 24, kSizeShift = 48, kFlagsShift = 56;
constexpr size_t kFirstBuckets = size_t{1} << 15;  // 2 MiB
constexpr uint64_t kUsed = uint64_t{1} << kFlagsShift, kRepeats = uint64_t{2} << kFlagsShift;

/// A search tries such a position first, and gives it up late.
constexpr ProofNumbers kLikelyWin{.proof = 1, .disproof = 1 << 20};

uint64_t Pack(const ProofNumbers& numbers, uint8_t size) {
  const uint64_t rest = uint64_t{size} << kSizeShift | kUsed;
  if (numbers.repeated != 0) return numbers.repeated | rest | kRepeats;
  const uint64_t second = numbers.IsProven() ? numbers.plies : numbers.disproof;
  return uint64_t{numbers.proof} | second << kDisproofShift | rest;
}

ProofTable::Found Unpack(uint64_t data) {
  if ((data & kRepeats) != 0) {
    return {ProofNumbers::Disproven(data & ((uint64_t{1} << kSizeShift) - 1)),
            ProofTable::SizeOf(data)};
  }
  const auto proof = static_cast<uint32_t>(data & ProofNumbers::kInfinite);
  const auto second = static_cast<uint32_t>(data >> kDisproofShift & ProofNumbers::kInfinite);
  if (proof == 0) return {ProofNumbers::Proven(static_cast<int>(second)), ProofTable::SizeOf(data)};
  return {{proof, second, 0, 0}, ProofTable::SizeOf(data)};
}

}  // namespace

ProofTable::ProofTable(size_t bytes)
    : most_buckets_(std::clamp<size_t>(bytes / sizeof(Bucket), 1, uint32_t(-1))),
      buckets_(std::min(most_buckets_, kFirstBuckets)) {
  void* memory = mmap(nullptr, most_buckets_ * sizeof(Bucket), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, most_buckets_ * sizeof(Bucket), MADV_HUGEPAGE);
  table_ = static_cast<Bucket*>(memory);  // of zeros, which are empty entries
}

ProofTable::~ProofTable() { munmap(table_, most_buckets_ * sizeof(Bucket)); }

uint8_t ProofTable::SizeClass(uint64_t nodes) {
  if (nodes < 4) return static_cast<uint8_t>(nodes);
  const int log = static_cast<int>(std::bit_width(nodes)) - 1;
  return static_cast<uint8_t>(4 * log + static_cast<int>(nodes >> (log - 2) & 3));
}

std::optional<ProofTable::Found> ProofTable::Find(uint64_t key) const {
  for (const Entry& entry : BucketOf(key).entries) {
    const uint64_t data = entry.data.load(kRelaxed);
    if ((entry.key.load(kRelaxed) ^ data) == key && data != 0) return Unpack(data);
  }
  if (other_ == nullptr) return std::nullopt;
  std::optional<Found> found = other_->Find(key);
  if (found && found->numbers.IsProven() && found->numbers.plies >= plies_of_other_) {
    found->numbers = kLikelyWin;
  }
  return found;
}

void ProofTable::ReadToo(const ProofTable& other, int plies) {
  other_ = &other;
  plies_of_other_ = plies;
}

void ProofTable::Store(uint64_t key, const ProofNumbers& numbers, uint64_t nodes) {
  Restore(key, Pack(numbers, SizeClass(nodes)));
}

void ProofTable::Restore(uint64_t key, uint64_t data) {
  if (Put(&BucketOf(key), key, data)) used_.fetch_add(1, kRelaxed);
}

/// Returns whether the entry took an empty place.
bool ProofTable::Put(Bucket* bucket, uint64_t key, uint64_t data) {
  Entry* place = nullptr;
  uint64_t replaced = 0;
  for (Entry& entry : bucket->entries) {
    const uint64_t old = entry.data.load(kRelaxed);
    const bool is_same = old != 0 && (entry.key.load(kRelaxed) ^ old) == key;
    if (place == nullptr || is_same ||
        (replaced != 0 && (old == 0 || SizeOf(old) < SizeOf(replaced)))) {
      place = &entry;
      replaced = old;
    }
    if (is_same) break;
  }
  place->key.store(key ^ data, kRelaxed);
  place->data.store(data, kRelaxed);
  return replaced == 0;
}

template <typename Condition>
void ProofTable::RemoveIf(Condition condition) {
  size_t removed = 0;
  for (size_t i = 0; i < buckets(); ++i) {
    for (Entry& entry : table_[i].entries) {
      const uint64_t data = entry.data.load(kRelaxed);
      if (data == 0 || !condition(data)) continue;
      entry.data.store(0, kRelaxed);
      ++removed;
    }
  }
  used_.fetch_sub(removed, kRelaxed);
}

void ProofTable::MakeRoom() {
  const size_t places = buckets() * kWays;
  if (buckets() < most_buckets_) {
    if (entries() > places / 2) Grow();
  } else if (entries() > places / 8 * 7) {
    Collect();
  }
}

void ProofTable::Reserve(size_t entries) {
  while (buckets() < most_buckets_ && buckets() * kWays / 2 < entries) Grow();
}

/// An entry of bucket i comes into bucket 2 i or 2 i + 1, or so, so the last ones move first.
void ProofTable::Grow() {
  const size_t old = buckets(), larger = std::min(2 * old, most_buckets_);
  for (size_t i = old; i-- > 0;) {
    std::array<std::pair<uint64_t, uint64_t>, kWays> moved;
    for (size_t way = 0; way < kWays; ++way) {
      Entry& entry = table_[i].entries[way];
      const uint64_t data = entry.data.exchange(0, kRelaxed);
      moved[way] = {entry.key.load(kRelaxed) ^ data, data};
    }
    for (const auto& [key, data] : moved) {
      if (data != 0) Put(&table_[(key >> 32) * larger >> 32], key, data);
    }
  }
  buckets_.store(larger, kRelaxed);
}

void ProofTable::Collect() {
  std::array<size_t, 256> sizes{};
  ForEach([&](uint64_t, uint64_t data) { ++sizes[ProofTable::SizeOf(data)]; });
  size_t smallest = 0, sum = 0;
  while (sum < entries() / 2 && smallest < sizes.size()) sum += sizes[smallest++];
  RemoveIf([&](uint64_t data) { return ProofTable::SizeOf(data) < smallest; });
}

}  // namespace raichi
