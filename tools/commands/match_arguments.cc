#include "tools/commands/match_arguments.h"

#include "tools/commands/arguments.h"
#include "tools/commands/search_options.h"

namespace raichi {

void AddMatchOptions(CLI::App& command, MatchArguments* arguments) {
  AddRulesOption(command, &arguments->rules);
  command.add_option("-n,--pairs", arguments->pairs, "Pairs of games, sides swapped within a pair")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str()
      ->type_name("N");
  AddSearchOptions(command, &arguments->players);
  command.add_option("--seed", arguments->seed, "Fixes openings and players' random choices")
      ->capture_default_str()
      ->type_name("N");
  command
      .add_option("--opening-plies", arguments->opening_plies,
                  "Random plies that begin each pair of games")
      ->check(CLI::Range(0, 100))
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--workers", arguments->workers, "Threads (default: one per core)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command.add_option("--device", arguments->players.network.device, "Where models run")
      ->capture_default_str();
}

}  // namespace raichi
