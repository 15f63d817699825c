// Positions: the first byte chooses the rules, the rest is the text. It either fails with an Error
// or is a position that survives being written, and in which every move can be played.
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "tests/fuzz/fuzz.h"

namespace raichi {
namespace {

void CheckMoves(const Rules& rules, const Position& position) {
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  RAICHI_CHECK(moves.size() == CountMoves(rules, position));
  RAICHI_CHECK(moves.empty() != HasMove(rules, position));
  for (const Move move : moves) {
    RAICHI_CHECK(IsLegal(rules, position, move));
    RAICHI_CHECK(ParseMove(ToString(move), rules.size()) == move);
    Position next = position;
    const Step step = Play(rules, move, &next);
    RAICHI_CHECK(next.hash() == next.ComputeHash());
    for (const Symmetry& symmetry : SymmetriesOf(rules)) {
      Position mirrored = symmetry(position, rules);
      const Step same = Play(rules, symmetry(move, rules.size()), &mirrored);
      RAICHI_CHECK(mirrored == symmetry(next, rules) && same.result == step.result);
    }
  }
}

}  // namespace
}  // namespace raichi

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace raichi;
  if (size == 0) return 0;
  const Rules& rules = fuzz::ShippedRules(data[0]);
  Position position;
  try {
    position = ParsePosition(rules, fuzz::Text(data + 1, size - 1));
  } catch (const Error&) {
    return 0;
  }
  RAICHI_CHECK(ParsePosition(rules, ToString(rules, position)) == position);
  CheckMoves(rules, position);
  return 0;
}
