#include "tools/arguments/rank_arguments.h"

#include "base/json.h"
#include "nn/backend/rank_share.h"
#include "run/config/auto_values.h"
#include "run/ranks/rank_config.h"
#include "run/ranks/rank_order.h"

namespace raichi {
namespace {

const std::vector<std::string> kUsedHere = {"train"};

/// Returns what rank 0 chose for the keys that are `auto` in `loaded`, as changes `KEY=VALUE`.
std::vector<std::string> ShareChoice(const RunConfig& settled, const RunConfig& loaded,
                                     Reducer* ranks) {
  std::string text;
  if (ranks->rank() == 0) text = JsonText(AutoValuesOf(settled, loaded));
  ranks->Broadcast(&text);
  return ParseJson(text).get<std::vector<std::string>>();
}

}  // namespace

RunConfig LoadOnRanks(const RunArguments& arguments, Reducer* ranks,
                      std::vector<std::string>* news) {
  if (ranks == nullptr) return arguments.LoadSettled(kUsedHere, news);
  const RunConfig loaded = arguments.Load(kUsedHere);
  RequireSameConfig(loaded, ranks);
  CheckShares(loaded.train, ranks->size());
  RunConfig config = loaded;
  if (ranks->rank() == 0) config = arguments.LoadSettled(kUsedHere, news);
  const std::vector<std::string> choice = ShareChoice(config, loaded, ranks);
  if (ranks->rank() > 0 && !choice.empty()) {
    RunArguments chosen = arguments;
    chosen.overrides.insert(chosen.overrides.end(), choice.begin(), choice.end());
    config = chosen.Load(kUsedHere);
  }
  WaitForRanks(ranks);
  return config;
}

}  // namespace raichi
