#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace raichi {

/// How threads read and write what they share in a search: each word stands for itself.
inline constexpr auto kRelaxed = std::memory_order_relaxed;

/// What a search knows of a position: how much work its proof and its disproof still take at least
/// (proof and disproof number, Allis et al. 1994).
struct ProofNumbers {
  static constexpr uint32_t kInfinite = (1u << 24) - 1;
  static constexpr uint32_t kMost = kInfinite - 1;  // of those that are finite

  uint32_t proof = 1;     // 0: proven
  uint32_t disproof = 1;  // 0: disproven
  uint16_t plies = 0;     // of a proven position: within which the winner ends the game
  uint64_t repeated = 0;  // a disproof holds only after this position (the low bits of its key)

  bool IsProven() const { return proof == 0; }
  bool IsDisproven() const { return disproof == 0; }
  static ProofNumbers Proven(int plies) { return {0, kInfinite, static_cast<uint16_t>(plies), 0}; }
  static ProofNumbers Disproven(uint64_t repeated = 0) { return {kInfinite, 0, 0, repeated}; }
  /// The bits of a key by which a repeated position is remembered; never 0.
  static uint64_t Remembered(uint64_t key) { return (key & ((uint64_t{1} << 48) - 1)) | 1; }
};

/// A transposition table that threads share without locks (Hyatt and Mann 2002): each entry is two
/// words, of which one is the key combined with the other. Where it is full, the entry with the
/// smallest subtree makes room (Nagai 2002). 16 bytes an entry. The table begins small, so that
/// short searches stay in the processor's caches.
class ProofTable {
 public:
  /// Uses at most so much memory.
  explicit ProofTable(size_t bytes);
  ~ProofTable();
  ProofTable(const ProofTable&) = delete;
  ProofTable& operator=(const ProofTable&) = delete;

  struct Found {
    ProofNumbers numbers;
    uint8_t size = 0;  // of the subtree: SizeClass
  };
  void Prefetch(uint64_t key) const { __builtin_prefetch(&BucketOf(key)); }
  std::optional<Found> Find(uint64_t key) const;
  /// Finds what another table knows too, which must outlive this one. Its wins that may take so
  /// many plies are not taken as proven, only as likely.
  void ReadToo(const ProofTable& other, int plies);
  void Store(uint64_t key, const ProofNumbers& numbers, uint64_t nodes);

  /// 4 log2 of a number of nodes, rounded down.
  static uint8_t SizeClass(uint64_t nodes);
  /// The size class in an entry's data.
  static uint8_t SizeOf(uint64_t data) { return static_cast<uint8_t>(data >> 48); }

  size_t entries() const { return used_.load(std::memory_order_relaxed); }
  /// How many entries it may have in the end.
  size_t places() const { return most_buckets_ * kWays; }
  /// Makes room if there is little: doubles the table or, at its full size, removes the half of its
  /// entries that have the smallest subtrees. One thread at a time may do this; others may go on,
  /// and miss some entries meanwhile.
  void MakeRoom();
  /// Doubles the table until it has room for so many entries, if it may. For one thread alone.
  void Reserve(size_t entries);

  /// Calls `visit(key, data)` for all entries; `Restore` puts one back.
  template <typename Visitor>
  void ForEach(Visitor visit) const;
  void Restore(uint64_t key, uint64_t data);

 private:
  static constexpr size_t kWays = 4;
  struct Entry {
    std::atomic<uint64_t> key, data;  // the key is stored as key ^ data; data 0: empty
  };
  struct alignas(64) Bucket {
    std::array<Entry, kWays> entries;
  };

  size_t buckets() const { return buckets_.load(std::memory_order_relaxed); }
  Bucket& BucketOf(uint64_t key) const { return table_[(key >> 32) * buckets() >> 32]; }
  void Grow();
  void Collect();
  static bool Put(Bucket* bucket, uint64_t key, uint64_t data);
  template <typename Condition>
  void RemoveIf(Condition condition);

  const size_t most_buckets_;
  const ProofTable* other_ = nullptr;
  int plies_of_other_ = 0;
  std::atomic<size_t> buckets_;
  Bucket* table_;
  std::atomic<size_t> used_ = 0;
};

template <typename Visitor>
void ProofTable::ForEach(Visitor visit) const {
  for (size_t i = 0; i < buckets(); ++i) {
    for (const Entry& entry : table_[i].entries) {
      const uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (data != 0) visit(entry.key.load(std::memory_order_relaxed) ^ data, data);
    }
  }
}

}  // namespace raichi
