#include "run/config/first_model.h"

#include "base/error.h"
#include "run/config/config_changes.h"

namespace raichi {

void BeginFrom(const FirstModel& first, RunConfig* config) {
  config->origin = first.model;
  config->network = first.network;
}

void SettleFirstModel(const FirstModel& first, RunConfig* config) {
  config->loop.playout_games = 0;
  std::erase_if(config->auto_keys,
                [](const std::string& key) { return key.starts_with("network."); });
  if (config->network.canvas == 0) config->network.canvas = first.network.canvas;
  RunConfig expected = *config;
  expected.network = first.network;
  for (const KeyChange& change : ChangesBetween(expected, *config)) {
    throw Error(change.key + ": expected " + change.before + " as in " + first.model.path +
                ", from which the run begins, found " + change.now +
                "; leave this key out (network={} leaves out all)");
  }
}

}  // namespace raichi
