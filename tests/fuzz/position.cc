// Positions: the first byte chooses the rules, the rest is the text. It is refused or a position
// that survives being written, and in which every move can be played.
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "tests/fuzz/rules.h"

namespace raichi::fuzz {
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

const Target kPosition("position", [](std::string_view input) {
  if (input.empty()) return;
  const Rules& rules = ShippedRules(input[0]);
  const Position position = ParsePosition(rules, input.substr(1));
  Must([&] {
    RAICHI_CHECK(ParsePosition(rules, ToString(rules, position)) == position);
    CheckMoves(rules, position);
  });
});

}  // namespace
}  // namespace raichi::fuzz
