#include "tools/commands/arguments.h"

namespace raichi {

void AddRulesOption(CLI::App& command, std::string* rules) {
  command.add_option("-r,--rules", *rules, "Rule set: a name that `raichi rules` lists, or a file")
      ->capture_default_str()
      ->type_name("RULES");
}

void AddPositionOptions(CLI::App& command, PositionArguments* arguments) {
  AddRulesOption(command, &arguments->rules);
  command
      .add_option("-p,--position", arguments->position,
                  "Position, as in \"3ttt3/4t4/… a\" (default: the setup of the rules)")
      ->type_name("POSITION");
}

}  // namespace raichi
