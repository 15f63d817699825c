#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "rules/board/position.h"
#include "rules/rules.h"
#include "rules/symmetry.h"

namespace raichi {

/// Zobrist hashes of a position's images under all symmetries of its rules, updated move by move.
/// The smallest of them is a key that symmetric positions share. Immutable and thread-safe.
class SymmetricHash {
 public:
  /// The hash of each image, in the order of SymmetriesOf. If there are fewer, they recur.
  using Lanes = std::array<uint64_t, Symmetry::kCount>;

  /// Hashes of different seeds are independent.
  explicit SymmetricHash(const Rules& rules, uint64_t seed = 0);

  Lanes Of(const Position& position) const;
  /// The hashes after `step`, which `move` of `before` made, and which led to `after`.
  Lanes After(const Lanes& lanes, const Position& before, Move move, const Step& step,
              const Position& after) const;
  /// The same in two steps for moves that capture nothing and change no marks: the hashes after a
  /// piece was taken from its square and the turn passed, and the key after it was put on another.
  Lanes Lift(const Lanes& lanes, PieceClass piece, Square from) const;
  uint64_t KeyAt(const Lanes& lifted, PieceClass piece, Square to) const {
    Lanes lanes = lifted;
    Toggle(Word(static_cast<size_t>(piece), to), &lanes);
    return Key(lanes);
  }
  static uint64_t Key(const Lanes& lanes) {
    uint64_t key = lanes[0];  // a loop that compilers turn into a few vector instructions
    for (const uint64_t lane : lanes) key = std::min(key, lane);
    return key * 0x9e3779b97f4a7c15u;  // the smallest of eight words has small high bits
  }

  /// The symmetry whose image of the position has the smallest hash; the first of several.
  Symmetry ToCanonical(const Lanes& lanes) const;

 private:
  /// What can be true of a square: a piece of a class, a stray, and a closed camp around it.
  static constexpr size_t kStray = kNumClasses, kClosed = kStray + 1, kThings = kClosed + 1;

  const Lanes& Word(size_t thing, Square s) const {
    return words_[thing * squares_ + static_cast<size_t>((s.y() - 1) * size_ + s.x() - 1)];
  }
  static void Toggle(const Lanes& word, Lanes* lanes) {
    for (size_t i = 0; i < lanes->size(); ++i) (*lanes)[i] ^= word[i];
  }

  const Rules& rules_;
  int size_;
  size_t squares_;
  bool has_marks_;  // strays or closed camps
  std::vector<Symmetry> symmetries_;
  std::vector<Lanes> words_;
  Lanes to_move_;
};

}  // namespace raichi
