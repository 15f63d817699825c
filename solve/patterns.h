#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace raichi {

/// How a symmetry permutes the squares of a board, or some of them.
using Permutation = std::array<uint8_t, 64>;
uint64_t Permuted(uint64_t set, const Permutation& permutation);

/// All sets of `count` out of `n` squares, up to the symmetries that leave the king where he is.
/// Each class of symmetric sets has a number, from 0, and one of its sets stands for it: the *form*
/// of the others.
class Patterns {
 public:
  /// `group` is closed under composition; the identity is first. At most eight permutations.
  Patterns(int n, int count, const std::vector<Permutation>& group);

  uint64_t size() const { return size_; }
  struct Match {
    uint64_t number;
    uint64_t form;
    uint8_t ways;  // bit i: group[i] maps the set to its form
  };
  Match Find(uint64_t set) const;
  uint64_t Form(uint64_t number) const;

 private:
  static constexpr uint32_t kUnknown = UINT32_MAX;
  struct Entry {
    uint32_t number = kUnknown;
    uint8_t ways = 0;
  };
  int n_, count_;
  uint64_t size_;
  std::vector<Entry> entries_;   // by rank of the set; empty if the identity is alone
  std::vector<uint64_t> forms_;  // by number
};

}  // namespace raichi
