#include "tools/arguments/match_arguments.h"

namespace raichi {

SharedMatchOptions AddMatchOptions(Command command, MatchArguments* arguments) {
  const Option rules = AddRulesOption(command, &arguments->rules);
  command
      .Add("-n,--pairs", &arguments->pairs, "Pairs of games; the players swap sides within a pair")
      .Range(1, 1'000'000)
      .ShowDefault();
  const SearchOptions search = AddSearchOptions(command, &arguments->players);
  command.Add("--seed", &arguments->seed, "Seed of the openings and of the players' random choices")
      .ShowDefault();
  const Option opening = command
                             .Add("--opening-plies", &arguments->opening_plies,
                                  "Random plies at the start of each pair of games")
                             .Range(0, 100)
                             .ShowDefault();
  AddWorkersOption(command, &arguments->workers);
  AddDeviceOption(command, &arguments->players.network.device);
  return {rules, opening, search};
}

}  // namespace raichi
