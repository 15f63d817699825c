#include "tools/arguments/search_options.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "base/error.h"
#include "mcts/players/parse_player.h"
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
  command
      .Add("--in-flight", &settings->in_flight,
           fmt::format("Leaves of one search that are evaluated together (default: {} for a search "
                       "that runs alone, more with --move-time, otherwise 1)",
                       kLoneInFlight))
      .Range(1, kMaxInFlight)
      .Group(kSearchHeading);
  return {visits, time};
}

void CheckObeyed(const SearchOptions& options, const std::vector<std::string>& players) {
  const auto is_model = [](const std::string& word) { return ParsePlayer(word) == nullptr; };
  if (std::ranges::any_of(players, is_model)) return;
  const std::string why = ": only the searches of models obey it, and no player is a model";
  if (options.visits.IsGiven()) throw UsageError("--visits" + why);
  if (options.time.IsGiven()) throw UsageError("--move-time" + why);
}

}  // namespace raichi
