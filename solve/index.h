#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/rules.h"
#include "rules/symmetry.h"
#include "solve/placement.h"

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

/// Numbers the positions of a small game without gaps, or nearly so: symmetric positions have one
/// number. Positions are grouped by *material* (how many men each side has) and then by the king's
/// square; within a group, the number consists of the pattern of the attackers, the set of the
/// defenders among the remaining squares, and the side to move. Only where a pattern of attackers
/// is symmetric itself are there numbers that no position has (docs/solve.md).
///
/// Immutable, so threads may share it.
class PositionIndex {
 public:
  /// `symmetries` is a group of symmetries of the rules, the identity first.
  PositionIndex(const Rules& rules, const std::vector<Symmetry>& symmetries);

  uint64_t size() const { return size_; }

  /// The positions with the same numbers of men.
  struct MaterialClass {
    int attackers, defenders;  // without the king
    uint64_t begin, end;       // numbers of positions
  };
  /// In ascending order of numbers. Every capture leads to an earlier class.
  const std::vector<MaterialClass>& classes() const { return classes_; }

  /// Whether a position of these pieces can have a number: there is at least one attacker, each
  /// side has at most the men of the setup, and all stand where they can.
  bool Has(const Placement& placement) const;
  /// The number of a position for which Has is true.
  uint64_t Of(const Placement& placement) const;
  /// A position with this number. `Of(At(i)) == i` unless no position has the number `i`.
  Placement At(uint64_t index) const;
  /// The side to move in a position with this number.
  static Side ToMoveAt(uint64_t index) { return static_cast<Side>(index % 2); }
  /// Where the pieces of its positions stand.
  const Places& places() const { return places_; }

 private:
  /// A king's square among those that are symmetric to one another, which stands for all of them.
  /// The other squares of men are numbered without gaps.
  struct KingSquare {
    int square;
    int room;                           // squares for men
    std::array<uint8_t, 64> squares{};  // by such number
    std::vector<Permutation> group;     // the symmetries that keep the king's square
    std::vector<Patterns> patterns;     // of 0, 1, 2, … attackers
  };
  /// How a board with the king on some square is turned to the KingSquare.
  struct Turn {
    int king_square = 0;   // in king_squares
    Permutation places{};  // by square: the number among the squares of men
  };
  struct Group {
    uint64_t begin;
    uint64_t sets_of_defenders;
    int material;
    int king_square;
  };
  void AddKing(int square, const std::vector<Symmetry>& symmetries, int size);
  void AddGroups();

  uint64_t size_ = 0;
  Places places_;
  Material most_;
  std::vector<KingSquare> kings_;
  std::array<Turn, 64> turns_{};  // by the king's square
  std::vector<MaterialClass> classes_;
  std::vector<Group> groups_;  // by material, then by king's square
};

}  // namespace raichi
