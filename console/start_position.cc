#include "console/start_position.h"

#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {

Game OpenGame(const PositionArguments& arguments) {
  RulesPtr rules = OpenRules(arguments.rules);
  if (arguments.position.empty()) return Game(rules);
  return Game(rules, ParsePosition(*rules, arguments.position));
}

}  // namespace raichi
