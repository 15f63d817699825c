#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace raichi {

/// Sets of up to 64 things as the bits of a word, and their number among all sets of their size
/// (the combinatorial number system): {c0 < c1 < …} has the number C(c0, 1) + C(c1, 2) + …

/// Pascal's triangle. `kChoose[n][k]` is the number of sets of k out of n things.
inline constexpr auto kChoose = [] {
  std::array<std::array<uint64_t, 65>, 65> rows{};
  for (size_t n = 0; n < rows.size(); ++n) {
    rows[n][0] = 1;
    for (size_t k = 1; k <= n; ++k) rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
  }
  return rows;
}();
constexpr uint64_t Choose(int n, int k) {
  return k > n ? 0 : kChoose[static_cast<size_t>(n)][static_cast<size_t>(k)];
}

constexpr uint64_t Bit(int i) { return uint64_t{1} << i; }

/// Calls `visit(int)` for each member of a set, in ascending order.
template <typename Visitor>
constexpr void ForEachBit(uint64_t set, Visitor visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

/// The members of a set without those of `taken`, which it does not meet, as if these did not
/// exist.
constexpr uint64_t Closed(uint64_t set, uint64_t taken) {
  uint64_t closed = 0;
  ForEachBit(set, [&](int i) { closed |= Bit(i - std::popcount(taken & (Bit(i) - 1))); });
  return closed;
}

/// The opposite: the members of `closed` among the things that are not `taken`.
constexpr uint64_t Opened(uint64_t closed, uint64_t taken) {
  uint64_t set = 0;
  for (int i = 0; closed != 0; ++i) {
    if ((taken >> i & 1) != 0) continue;
    if ((closed & 1) != 0) set |= Bit(i);
    closed >>= 1;
  }
  return set;
}

/// The number of a set among the sets of its size, from 0.
constexpr uint64_t RankOf(uint64_t set) {
  uint64_t rank = 0;
  int k = 0;
  ForEachBit(set, [&](int i) { rank += Choose(i, ++k); });
  return rank;
}

/// The set of `count` out of `n` things with this number.
constexpr uint64_t SetOfRank(uint64_t rank, int count, int n) {
  uint64_t set = 0;
  for (int i = n - 1; count > 0; --i) {
    if (Choose(i, count) > rank) continue;
    rank -= Choose(i, count--);
    set |= Bit(i);
  }
  return set;
}

}  // namespace raichi
