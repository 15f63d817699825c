#include "tests/nn/made_games.h"

#include "rules/canonical_yaml.h"
#include "rules/notation.h"
#include "tests/support/scene.h"

namespace raichi {

TurnRecord Searched(const char* move, float root_value, uint32_t visits) {
  TurnRecord turn;
  turn.move = ParseMove(move, 9);
  turn.full_search = true;
  turn.root_value = root_value;
  turn.visits = {{turn.move, visits}};
  return turn;
}

GameRecord TakeAndEscape() {
  const RulesPtr rules = Variant("linnaeus");
  GameRecord record;
  record.rules_yaml = RecordedRules(rules->data());
  record.start = SquaresOf(R"(
    .........
    .........
    .........
    .........
    .........
    .....K...
    .........
    tT..t....
    ........t )") +
                 " a";
  record.result = Result::kDefendersWin;
  record.reason = Reason::kKingEscaped;
  record.turns = {Searched("e2-c2", 0.5f, 30), Searched("f4-f1", 0.75f, 8)};
  record.turns[0].visits.emplace_back(ParseMove("e2-e3", 9), 10u);
  return record;
}

}  // namespace raichi
