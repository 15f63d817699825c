#include "run/files/game_settings.h"

#include "base/config_keys.h"
#include "base/error.h"
#include "run/files/json_log.h"
#include "run/files/model_id.h"

namespace raichi {
namespace {

/// Returns the settings on which games depend: {"weights": "0123456789abcdef", "seed": "1", …}.
Json SettingsOf(RunConfig config, const std::filesystem::path& model) {
  KeyList list;
  ListKeys(&config, &list);
  Json settings = {{"weights", WeightsChecksum(model)}};
  for (const ConfigKey& key : list.keys()) {
    const bool matters = key.name == "seed" || key.name.starts_with("selfplay.") ||
                         key.name.starts_with("random_rules.");
    if (matters) settings[key.name] = key.Text();
  }
  return settings;
}

}  // namespace

void RequireSameSettings(const std::filesystem::path& folder, RunConfig config,
                         const std::filesystem::path& model) {
  const Json now = SettingsOf(std::move(config), model);
  JsonLog file(folder / "settings.json");
  if (file.lines().empty()) return file.Append(now);
  std::string list;
  file.ForEach([&](const Json& begun) {
    for (const auto& [key, value] : now.items()) {
      const Json before = begun.value(key, value);  // an older program had no such key
      if (before == value) continue;
      list += (list.empty() ? "" : ", ") + key + " " + before.get<std::string>() + ", not " +
              value.get<std::string>();
    }
  });
  if (list.empty()) return;
  throw Error(file.path().string() + ": these games were begun with " + list +
              "; continue with the same settings or choose another folder");
}

}  // namespace raichi
