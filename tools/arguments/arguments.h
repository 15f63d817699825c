#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "console/rule_json.h"
#include "run/players/players.h"
#include "tools/options/options.h"

namespace raichi {

/// Headings of help texts that commands share.
inline constexpr char kSearchHeading[] = "Search";
inline constexpr char kMachineHeading[] = "Machine";

/// Options that several commands share.

/// Returns what `parse` reads in the value of an option. Throws UsageError, which names the option,
/// where `parse` throws Error.
template <typename Parse>
auto ParseValue(const std::string& option, const std::string& value, Parse parse) {
  try {
    return parse(value);
  } catch (const Error& error) {
    throw UsageError(option + ": " + error.what());
  }
}

Option AddRulesOption(Command command, std::string* rules);

struct PositionOptions {
  Option rules, position;
};
PositionOptions AddPositionOptions(Command command, PositionArguments* arguments);

/// `--device`: where networks run.
Option AddDeviceOption(Command command, std::string* device);

/// Returns the help text of an option that names a player and has DefaultOpponent as its default,
/// or `without_model` if that is no model.
std::string PlayerHelp(const std::string& without_model = "alphabeta:4");

/// `--certificate`: a proof to use in place of the one that comes with the program.
Option AddCertificateOption(Command command, std::string* file);

/// `--workers`; 0 stands for one thread per processor core.
Option AddWorkersOption(Command command, int* workers);

struct SearchOptions {
  Option visits, time, in_flight;
};

/// Adds the options that limit the searches of trained models: --visits, --move-time and
/// --in-flight.
SearchOptions AddSearchOptions(Command command, PlayerSettings* settings);

/// Throws UsageError if one of these options is given and none of the players is a model.
void CheckObeyed(const SearchOptions& options, const std::vector<std::string>& players);

}  // namespace raichi
