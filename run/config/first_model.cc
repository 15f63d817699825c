#include "run/config/first_model.h"

#include <algorithm>

#include "base/error.h"
#include "run/config/config_changes.h"

namespace raichi {

void BeginFrom(const FirstModel& first, RunConfig* config) {
  config->origin = first.model;
  config->network = first.network;
  config->network.canvas = 0;  // unless a key says otherwise
}

void SettleFirstModel(const FirstModel& first, RunConfig* config) {
  std::erase_if(config->auto_keys,
                [](const std::string& key) { return key.starts_with("network."); });
  int& canvas = config->network.canvas;
  if (canvas == 0) canvas = std::max(first.network.canvas, LargestBoard(*config));
  RunConfig expected = *config;
  expected.network = first.network;
  expected.network.canvas = std::max(first.network.canvas, canvas);
  expected.network.policy_destinations |= config->network.policy_destinations;
  for (const KeyChange& change : ChangesBetween(expected, *config)) {
    throw Error(change.key + ": expected " + change.before + " as in " + first.model.path +
                ", from which the run begins, found " + change.now +
                "; leave this key out (network={} leaves out all)");
  }
}

}  // namespace raichi
