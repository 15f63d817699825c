// OpenTafl game records: any text either fails with an Error or gives rules and words for moves,
// each of which is legal in its turn or an Error.
#include "rules/opentafl/opentafl_game.h"

#include "rules/notation.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace raichi;
  try {
    const OpenTaflGame read = FromOpenTaflGame(fuzz::Text(data, size));
    Game game(std::make_shared<const Rules>(read.rules.rule_set));
    for (const std::string& move : read.moves) game.Play(ParseLegalMove(game, move));
    RAICHI_CHECK(game.ply() == static_cast<int>(read.moves.size()));
  } catch (const Error&) {
  }
  return 0;
}
