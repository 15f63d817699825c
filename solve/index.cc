#include "solve/index.h"

#include <algorithm>

#include "base/error.h"
#include "solve/placement.h"

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

namespace {

int Image(Symmetry symmetry, int square, int size) {
  return NumberOf(symmetry(SquareOf(square, size), size), size);
}

}  // namespace

PositionIndex::PositionIndex(const Rules& rules, const std::vector<Symmetry>& symmetries)
    : places_(PlacesOf(rules, symmetries)), most_(MaterialOf(rules)) {
  uint64_t done = 0;
  ForEachBit(places_.king, [&](int square) {
    if ((done >> square & 1) != 0) return;
    AddKing(square, symmetries, rules.size());
    for (const Symmetry symmetry : symmetries) done |= Bit(Image(symmetry, square, rules.size()));
  });
  AddGroups();
}

/// Adds a square of the king that stands for its images, and the turns from these to it.
void PositionIndex::AddKing(int square, const std::vector<Symmetry>& symmetries, int size) {
  KingSquare king{.square = square, .room = 0};
  Permutation place_of{};
  ForEachBit(places_.men & ~Bit(square), [&](int s) {
    place_of[static_cast<size_t>(s)] = static_cast<uint8_t>(king.room);
    king.squares[static_cast<size_t>(king.room++)] = static_cast<uint8_t>(s);
  });
  uint64_t turned = 0;  // squares of the king that have a turn
  for (const Symmetry symmetry : symmetries) {
    const int from = Image(symmetry.Inverse(), square, size);
    if (from == square) {
      Permutation permutation{};
      for (int i = 0; i < king.room; ++i) {
        const int image = Image(symmetry, king.squares[static_cast<size_t>(i)], size);
        permutation[static_cast<size_t>(i)] = place_of[static_cast<size_t>(image)];
      }
      king.group.push_back(permutation);
    }
    if ((turned >> from & 1) != 0) continue;
    turned |= Bit(from);
    Turn& turn = turns_[static_cast<size_t>(from)];
    turn.king_square = static_cast<int>(kings_.size());
    ForEachBit(places_.men & ~Bit(from), [&](int s) {
      turn.places[static_cast<size_t>(s)] = place_of[static_cast<size_t>(Image(symmetry, s, size))];
    });
  }
  for (int count = 0; count <= most_.attackers; ++count) {
    king.patterns.emplace_back(king.room, count, king.group);
  }
  kings_.push_back(std::move(king));
}

void PositionIndex::AddGroups() {
  for (int attackers = 1; attackers <= most_.attackers; ++attackers) {
    for (int defenders = 0; defenders <= most_.defenders; ++defenders) {
      const uint64_t begin = size_;
      for (size_t i = 0; i < kings_.size(); ++i) {
        const KingSquare& king = kings_[i];
        const uint64_t sets = Choose(king.room - attackers, defenders);
        groups_.push_back({.begin = size_,
                           .sets_of_defenders = sets,
                           .material = static_cast<int>(classes_.size()),
                           .king_square = static_cast<int>(i)});
        size_ += 2 * sets * king.patterns[static_cast<size_t>(attackers)].size();
      }
      classes_.push_back({attackers, defenders, begin, size_});
    }
  }
}

bool PositionIndex::Has(const Placement& placement) const {
  const int attackers = std::popcount(placement.attackers);
  return attackers >= 1 && attackers <= most_.attackers &&
         std::popcount(placement.defenders) <= most_.defenders &&
         (places_.king >> placement.king & 1) != 0 &&
         ((placement.attackers | placement.defenders) & ~places_.men) == 0;
}

uint64_t PositionIndex::Of(const Placement& placement) const {
  const Turn& turn = turns_[static_cast<size_t>(placement.king)];
  const KingSquare& king = kings_[static_cast<size_t>(turn.king_square)];
  const int attackers = std::popcount(placement.attackers);
  const int defenders = std::popcount(placement.defenders);
  const Patterns::Match match = king.patterns[static_cast<size_t>(attackers)].Find(
      Permuted(placement.attackers, turn.places));

  const uint64_t set = Permuted(placement.defenders, turn.places);
  uint64_t rank = UINT64_MAX;
  ForEachBit(match.ways, [&](int way) {
    const uint64_t image = Permuted(set, king.group[static_cast<size_t>(way)]);
    rank = std::min(rank, RankOf(Closed(image, match.form)));
  });
  const int material = (attackers - 1) * (most_.defenders + 1) + defenders;
  const Group& group = groups_[static_cast<size_t>(material) * kings_.size() +
                               static_cast<size_t>(turn.king_square)];
  return group.begin + 2 * (match.number * group.sets_of_defenders + rank) +
         static_cast<uint64_t>(placement.to_move);
}

Placement PositionIndex::At(uint64_t index) const {
  RAICHI_CHECK(index < size_);
  // Empty groups begin where the next one does, so the last group that begins there is the one.
  const auto after = std::upper_bound(groups_.begin(), groups_.end(), index,
                                      [](uint64_t i, const Group& g) { return i < g.begin; });
  const Group& group = *(after - 1);
  const MaterialClass& material = classes_[static_cast<size_t>(group.material)];
  const KingSquare& king = kings_[static_cast<size_t>(group.king_square)];
  const uint64_t number = (index - group.begin) / 2;
  const uint64_t form =
      king.patterns[static_cast<size_t>(material.attackers)].Form(number / group.sets_of_defenders);
  const uint64_t closed = SetOfRank(number % group.sets_of_defenders, material.defenders,
                                    king.room - material.attackers);
  return {.attackers = Permuted(form, king.squares),
          .defenders = Permuted(Opened(closed, form), king.squares),
          .king = king.square,
          .to_move = ToMoveAt(index)};  // every group has an even number of positions
}

}  // namespace raichi
