#include "prove/proof_table.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

namespace raichi {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

/// An entry's data: the proof number, the disproof number or the plies of a proof, the size of the
/// subtree, and flags, of which one is always set.
constexpr int kDisproofShift = 24, kSizeShift = 48, kFlagsShift = 56;
constexpr uint64_t kUsed = uint64_t{1} << kFlagsShift, kRepeats = uint64_t{2} << kFlagsShift;

uint64_t Pack(const ProofNumbers& numbers, uint8_t size) {
  const uint64_t rest = uint64_t{size} << kSizeShift | kUsed;
  if (numbers.repeated != 0) return numbers.repeated | rest | kRepeats;
  const uint64_t second = numbers.IsProven() ? numbers.plies : numbers.disproof;
  return uint64_t{numbers.proof} | second << kDisproofShift | rest;
}

uint8_t SizeOf(uint64_t data) { return static_cast<uint8_t>(data >> kSizeShift); }

ProofTable::Found Unpack(uint64_t data) {
  if ((data & kRepeats) != 0) {
    return {ProofNumbers::Disproven(data & ((uint64_t{1} << kSizeShift) - 1)), SizeOf(data)};
  }
  const auto proof = static_cast<uint32_t>(data & ProofNumbers::kInfinite);
  const auto second = static_cast<uint32_t>(data >> kDisproofShift & ProofNumbers::kInfinite);
  if (proof == 0) return {ProofNumbers::Proven(static_cast<int>(second)), SizeOf(data)};
  return {{proof, second, 0, 0}, SizeOf(data)};
}

}  // namespace

ProofTable::ProofTable(size_t bytes)
    : buckets_(std::clamp<size_t>(bytes / sizeof(Bucket), 1, uint32_t(-1))) {
  void* memory = mmap(nullptr, this->bytes(), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, this->bytes(), MADV_HUGEPAGE);
  table_ = static_cast<Bucket*>(memory);  // of zeros, which are empty entries
}

ProofTable::~ProofTable() { munmap(table_, bytes()); }

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
  return std::nullopt;
}

void ProofTable::Store(uint64_t key, const ProofNumbers& numbers, uint64_t nodes) {
  Restore(key, Pack(numbers, SizeClass(nodes)));
}

void ProofTable::Restore(uint64_t key, uint64_t data) {
  Entry* place = nullptr;
  uint64_t replaced = 0;
  for (Entry& entry : BucketOf(key).entries) {
    const uint64_t old = entry.data.load(kRelaxed);
    const bool is_same = old != 0 && (entry.key.load(kRelaxed) ^ old) == key;
    if (place == nullptr || is_same || (replaced != 0 && SizeOf(old) < SizeOf(replaced)) ||
        (old == 0 && replaced != 0)) {
      place = &entry;
      replaced = old;
    }
    if (is_same) break;
  }
  if (replaced == 0) used_.fetch_add(1, kRelaxed);
  place->key.store(key ^ data, kRelaxed);
  place->data.store(data, kRelaxed);
}

template <typename Condition>
void ProofTable::RemoveIf(Condition condition) {
  size_t removed = 0;
  for (size_t i = 0; i < buckets_; ++i) {
    for (Entry& entry : table_[i].entries) {
      const uint64_t data = entry.data.load(kRelaxed);
      if (data == 0 || !condition(data)) continue;
      entry.data.store(0, kRelaxed);
      ++removed;
    }
  }
  used_.fetch_sub(removed, kRelaxed);
}

void ProofTable::Collect() {
  std::array<size_t, 256> sizes{};
  ForEach([&](uint64_t, uint64_t data) { ++sizes[SizeOf(data)]; });
  size_t smallest = 0, sum = 0;
  while (sum < entries() / 2 && smallest < sizes.size()) sum += sizes[smallest++];
  RemoveIf([&](uint64_t data) { return SizeOf(data) < smallest; });
}

void ProofTable::ForgetRepetitions() {
  RemoveIf([](uint64_t data) { return (data & kRepeats) != 0; });
}

}  // namespace raichi
