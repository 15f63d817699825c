#include "tools/arguments/arguments.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "base/error.h"
#include "mcts/search/search_config.h"
#include "run/players/players.h"

namespace raichi {

Option AddRulesOption(Command command, std::string* rules) {
  return command
      .Add("-r,--rules", rules,
           "Rule set: a name that `raichi rules` lists, or a rule file, perhaps with "
           "changes (linnaeus+first=defenders)")
      .Value("RULES")
      .ShowDefault();
}

PositionOptions AddPositionOptions(Command command, PositionArguments* arguments) {
  const Option rules = AddRulesOption(command, &arguments->rules);
  const Option position =
      command
          .Add("-p,--position", &arguments->position,
               "Position, such as \"3ttt3/4t4/… a\" (default: the starting position of the rules)")
          .Value("POSITION");
  return {rules, position};
}

Option AddDeviceOption(Command command, std::string* device) {
  return command
      .Add("--device", device,
           "Device that runs the network: auto, cpu, libtorch (the processor, by LibTorch), cuda "
           "or cuda:N")
      .Value("DEVICE")
      .ShowDefault()
      .Group(kMachineHeading);
}

std::string PlayerHelp(const std::string& without_model) {
  return fmt::format(
      "Player: {} (default: a published model that was trained on the rules, otherwise the newest "
      "model in runs/ that was, otherwise a published model of nearly the same rules, otherwise "
      "{})",
      kPlayerWords, without_model);
}

Option AddCertificateOption(Command command, std::string* file) {
  return command
      .Add("--certificate", file,
           "Certificate of a proof that says what is proven (default: the one in configs/proofs/ "
           "for the rules, if there is one)")
      .Value("FILE");
}

Option AddWorkersOption(Command command, int* workers) {
  return command.Add("--workers", workers, "Number of threads (default: one per processor core)")
      .Range(1, 1024)
      .Group(kMachineHeading);
}

SearchOptions AddSearchOptions(Command command, PlayerSettings* settings) {
  const Option visits =
      command.Add("--visits", &settings->visits, "Visits per move of a model's search")
          .Range(1, kMaxVisits)
          .ShowDefault()
          .Group(kSearchHeading);
  Option time = command
                    .Add("--move-time", &settings->seconds,
                         "Seconds per move of a model's search, instead of visits")
                    .Value("S")
                    .Range(kMinSeconds, kMaxSeconds)
                    .Excludes(visits)
                    .Group(kSearchHeading);
  const Option in_flight =
      command
          .Add("--in-flight", &settings->in_flight,
               fmt::format("Leaves of one search that are evaluated together (default: {} for a "
                           "search that runs alone, more with --move-time, otherwise 1)",
                           kLoneInFlight))
          .Range(1, kMaxInFlight)
          .Group(kSearchHeading);
  return {visits, time, in_flight};
}

void CheckObeyed(const SearchOptions& options, const std::vector<std::string>& players) {
  if (std::ranges::any_of(players, ObeysLimits)) return;
  const auto refuse = [](const Option& option, const std::string& name) {
    if (!option.IsGiven()) return;
    throw UsageError(name + ": only the searches of models obey it, and no player is a model");
  };
  refuse(options.visits, "--visits");
  refuse(options.time, "--move-time");
  refuse(options.in_flight, "--in-flight");
}

}  // namespace raichi
