// Move lists: the first byte chooses the rules; the rest is moves separated by blanks, played from
// the start. A move either fails with an Error, which ends the list, or is played and taken back.
#include <algorithm>

#include "rules/notation.h"
#include "tests/fuzz/fuzz.h"

namespace raichi {
namespace {

/// Plays the move of `text`; false if it is not a legal move.
bool PlayText(std::string_view text, Game* game) {
  Move move;
  try {
    move = ParseLegalMove(*game, text);
  } catch (const Error&) {
    return false;
  }
  RAICHI_CHECK(game->IsLegal(move));
  const uint64_t before = game->StateHash();
  const std::string full = ToString(move, game->Play(move));
  game->TakeBack();
  RAICHI_CHECK(game->StateHash() == before);
  RAICHI_CHECK(ParseLegalMove(*game, full) == move);
  game->Play(move);
  RAICHI_CHECK(game->position().hash() == game->position().ComputeHash());
  return true;
}

}  // namespace
}  // namespace raichi

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace raichi;
  if (size == 0) return 0;
  const Rules& rules = fuzz::ShippedRules(data[0]);
  // The rules outlive the game: no ownership is shared.
  Game game(RulesPtr(RulesPtr(), &rules));
  std::string_view text = fuzz::Text(data + 1, size - 1);
  while (!text.empty()) {
    const size_t blank = std::min(text.find(' '), text.size());
    if (blank > 0 && !PlayText(text.substr(0, blank), &game)) break;
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return 0;
}
