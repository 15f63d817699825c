#include "tools/commands/search_options.h"

#include "mcts/search/search_config.h"

namespace raichi {

void AddSearchOptions(CLI::App& command, PlayerSettings* settings, const std::string& time_option) {
  command.add_option("--visits", settings->visits, "Visits of models' searches")
      ->check(CLI::Range(1, kMaxVisits))
      ->capture_default_str()
      ->type_name("N");
  command
      .add_option(time_option, settings->seconds,
                  "Seconds a turn of models' searches, instead of visits")
      ->check(CLI::Range(kMinSeconds, kMaxSeconds))
      ->type_name("S");
  command
      .add_option("--in-flight", settings->in_flight,
                  "Leaves of one search evaluated together (default: " +
                      std::to_string(kLoneInFlight) + " where it plays alone, else 1)")
      ->check(CLI::Range(1, kMaxInFlight))
      ->type_name("N");
}

}  // namespace raichi
