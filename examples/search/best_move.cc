// Prints a good move of a rule set's setup, by a search with random playouts: best_move [RULES].

#include <iostream>

#include "base/error.h"
#include "mcts/players/player.h"
#include "mcts/players/players.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

int main(int argc, char** argv) try {
  const raichi::RulesPtr rules = raichi::OpenRules(argc > 1 ? argv[1] : "linnaeus");
  const raichi::Game game(rules);
  const auto kind = raichi::ParsePlayer("playouts:200");
  const auto player = kind->NewPlayer();
  player->NewGame(game, 1);
  player->BeginTurn(game);
  raichi::Think(player.get(), kind->evaluator());
  std::cout << raichi::ToString(player->ChooseMove()) << "\n";
} catch (const raichi::Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
