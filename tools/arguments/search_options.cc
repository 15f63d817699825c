#include "tools/arguments/search_options.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "base/error.h"
#include "mcts/search/search_config.h"
#include "tools/arguments/arguments.h"

namespace raichi {

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
