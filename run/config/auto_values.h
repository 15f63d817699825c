#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "run/config/config.h"

namespace raichi {

/// Some keys of a configuration may be `auto`. When a run begins, values are chosen for them from
/// the speed of the machine, the budget and the rules, and written to the run's config.yaml. Later
/// starts choose nothing. The numbers behind the choice are at the top of auto_values.cc.

/// Whether the key of this name may be `auto`.
bool MayBeAuto(std::string_view key);

/// Gives every key that is `auto` the value that suits `config->machine`, which must be known. The
/// choice depends only on the configuration and its rule sets, which must be open. Other keys keep
/// their values, and the chosen ones fit them.
void ChooseAutoValues(RunConfig* config);

/// Returns the number of self-play games that the budget is expected to allow on
/// `config.machine`, which must be known. No key may be `auto`.
double ExpectedGames(const RunConfig& config);

/// Gives every key of `config` that is `auto` the value that it has in `begun`.
void TakeAutoValues(RunConfig begun, RunConfig* config);

/// Gives keys of `config` that are `auto` the values of these changes (AutoValuesOf).
void TakeAutoValues(const std::vector<std::string>& changes, RunConfig* config);

/// Returns what `settled` has for the keys that are `auto` in `config`, as changes `KEY=VALUE` in
/// the order of the keys.
std::vector<std::string> AutoValuesOf(RunConfig settled, const RunConfig& config);

/// Returns the number of workers of a configuration on this machine. While workers wait for a GPU,
/// others use the cores.
int CountWorkers(const WorkersConfig& config);

/// Returns the number of workers that share each batch: 1 on the processor. On a GPU enough for a
/// batch of 1,024 positions, but few enough for two teams per GPU, one of which can play while the
/// other waits.
int TeamSize(const WorkersConfig& config);

}  // namespace raichi
