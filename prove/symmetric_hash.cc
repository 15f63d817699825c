#include "prove/symmetric_hash.h"

#include "base/rng.h"
#include "rules/hostility.h"

namespace raichi {

SymmetricHash::SymmetricHash(const Rules& rules, uint64_t seed)
    : rules_(rules),
      size_(rules.size()),
      squares_(static_cast<size_t>(size_ * size_)),
      has_marks_(rules.tells_camps_apart() || rules.camps_close()),
      symmetries_(SymmetriesOf(rules)),
      words_(kThings * squares_) {
  Rng rng(Mix64(seed) ^ 1732);
  to_move_.fill(rng());
  for (size_t thing = 0; thing < kThings; ++thing) {
    std::vector<uint64_t> words(squares_);
    for (uint64_t& word : words) word = rng();
    const auto index = [this](Square s) {
      return static_cast<size_t>((s.y() - 1) * size_ + s.x() - 1);
    };
    ForEachSquare(rules.board(), size_, [&](Square s) {
      for (size_t i = 0; i < Symmetry::kCount; ++i) {
        words_[thing * squares_ + index(s)][i] =
            words[index(symmetries_[i % symmetries_.size()](s, size_))];
      }
    });
  }
}

SymmetricHash::Lanes SymmetricHash::Of(const Position& position) const {
  Lanes lanes{};
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    ForEachSquare(position.Men(side), size_,
                  [&](Square s) { Toggle(Word(static_cast<size_t>(*position.At(s)), s), &lanes); });
  }
  if (has_marks_) {
    ForEachSquare(position.strays(), size_, [&](Square s) { Toggle(Word(kStray, s), &lanes); });
    ForEachSquare(ClosedCampSquares(rules_, position), size_,
                  [&](Square s) { Toggle(Word(kClosed, s), &lanes); });
  }
  if (position.to_move() == Side::kDefenders) Toggle(to_move_, &lanes);
  return lanes;
}

SymmetricHash::Lanes SymmetricHash::After(const Lanes& lanes, const Position& before, Move move,
                                          const Step& step, const Position& after) const {
  if (has_marks_) return Of(after);
  Lanes result = lanes;
  Toggle(to_move_, &result);
  const auto piece = static_cast<size_t>(*before.At(move.from()));
  Toggle(Word(piece, move.from()), &result);
  Toggle(Word(piece, move.to()), &result);
  for (int i = 0; i < step.num_captured; ++i) {
    const Square s = step.captured[static_cast<size_t>(i)];
    Toggle(Word(static_cast<size_t>(*before.At(s)), s), &result);
  }
  return result;
}

SymmetricHash::Lanes SymmetricHash::Lift(const Lanes& lanes, PieceClass piece, Square from) const {
  Lanes lifted = lanes;
  Toggle(to_move_, &lifted);
  Toggle(Word(static_cast<size_t>(piece), from), &lifted);
  return lifted;
}

Symmetry SymmetricHash::ToCanonical(const Lanes& lanes) const {
  const auto smallest = std::min_element(lanes.begin(), lanes.end()) - lanes.begin();
  return symmetries_[static_cast<size_t>(smallest) % symmetries_.size()];
}

}  // namespace raichi
