// Move lists: the first byte chooses the rules; the rest is moves separated by blanks, played from
// the start. A move is refused, which ends the list, or played and taken back.
#include "rules/notation.h"
#include "tests/fuzz/rules.h"

namespace raichi::fuzz {
namespace {

void PlayText(std::string_view text, Game* game) {
  const Move move = ParseLegalMove(*game, text);
  RAICHI_CHECK(game->IsLegal(move));
  const uint64_t before = game->StateHash();
  const std::string full = ToString(move, game->Play(move));
  game->TakeBack();
  RAICHI_CHECK(game->StateHash() == before);
  Must([&] { RAICHI_CHECK(ParseLegalMove(*game, full) == move); });
  game->Play(move);
  RAICHI_CHECK(game->position().hash() == game->position().ComputeHash());
}

const Target kMoves("moves", [](std::string_view input) {
  if (input.empty()) return;
  // The rules outlive the game: no ownership is shared.
  Game game(RulesPtr(RulesPtr(), &ShippedRules(input[0])));
  input.remove_prefix(1);
  while (!input.empty()) {
    const size_t blank = std::min(input.find(' '), input.size());
    if (blank > 0) PlayText(input.substr(0, blank), &game);
    input.remove_prefix(std::min(blank + 1, input.size()));
  }
});

}  // namespace
}  // namespace raichi::fuzz
