#include "run/config/config_changes.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <string>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/text.h"
#include "base/yaml/keys.h"
#include "base/yaml/yaml.h"
#include "rules/files/program_data.h"
#include "run/config/auto_values.h"
#include "run/config/config.h"
#include "run/config/pinned_rules.h"

namespace raichi {
namespace {

bool HaveSameValue(const ConfigKey& a, const ConfigKey& b) {
  if (!a.IsList()) return a.Text() == b.Text();
  using List = std::vector<std::string>;
  return *std::get<List*>(a.field) == *std::get<List*>(b.field);
}

}  // namespace

std::vector<KeyChange> ChangesBetween(RunConfig before, RunConfig now) {
  KeyList old_list, new_list;
  ListKeys(&before, &old_list);
  ListKeys(&now, &new_list);
  std::vector<KeyChange> changes;
  for (size_t i = 0; i < old_list.keys().size(); ++i) {
    const ConfigKey &old_key = old_list.keys()[i], &new_key = new_list.keys()[i];
    if (HaveSameValue(old_key, new_key)) continue;
    changes.push_back({.key = old_key.name,
                       .before = old_key.Text(),
                       .now = new_key.Text(),
                       .may_change = old_key.may_change});
  }
  return changes;
}

Json FixedValues(RunConfig config) {
  KeyList list;
  ListKeys(&config, &list);
  Json values = Json::object();
  for (const ConfigKey& key : list.keys()) {
    if (!key.may_change) values[key.name] = key.Text();
  }
  return values;
}

void RequireSameRun(const std::filesystem::path& file, const RunConfig& config, Changes changes) {
  const bool is_loaded = config.begun && config.begun->file == file;
  const RunConfig begun = is_loaded ? config.begun->config : LoadRunConfig(file.string(), {});
  std::string list;
  for (const KeyChange& change : ChangesBetween(begun, config)) {
    if (change.may_change && changes == Changes::kAllowed) continue;
    list += (list.empty() ? "" : ", ") + change.key + " " + change.before + ", not " + change.now;
  }
  if (list.empty()) return;
  throw Error(file.string() + ": this run was begun with " + list +
              "; continue it with its own configuration or choose another --dir");
}

namespace {

namespace fs = std::filesystem;

/// Returns the run folder that a configuration file belongs to, or an empty path if it belongs to
/// none.
fs::path RunFolderOf(const fs::path& file) {
  if (file.filename() != "config.yaml") return {};
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// Whether a run was begun in `folder` with a configuration that is not `file` itself.
bool IsRunOfAnotherFile(const fs::path& folder, const fs::path& file) {
  if (!IsBegun(folder)) return false;
  std::error_code error;
  const bool is_same = fs::equivalent(folder / "config.yaml", file, error);
  if (error) throw ReadError(file.string() + ": cannot read: " + error.message(), error.value());
  return !is_same;
}

/// Takes over what the run that was begun with `begun` chose when it began.
void ContinueRun(const RunConfig& begun, RunConfig* config) {
  TakeAutoValues(begun, config);
  if (!config->machine.IsKnown()) config->machine = begun.machine;
}

/// Returns the model from which a run began that has one.
std::optional<FirstModel> FirstModelOf(const RunConfig& begun) {
  if (!begun.origin) return std::nullopt;
  return FirstModel{*begun.origin, begun.network};
}

YamlNode ReadTree(const std::string& file) {
  YamlNode root = LoadYaml(file);
  if (root.kind != YamlNode::Kind::kMap) throw Error(root.place + ": expected keys and values");
  return root;
}

/// Whether an error names one of the changes as its place.
bool BlamesChange(const std::string& error, const std::vector<std::string>& changes) {
  return std::any_of(changes.begin(), changes.end(),
                     [&](const std::string& change) { return error.rfind(change + ": ", 0) == 0; });
}

/// Throws UsageError if there is no file where a command looks for a configuration.
void RequireConfig(const fs::path& file) {
  if (Exists(file)) return;
  if (file.filename() == "config.yaml" && IsFolder(file.parent_path())) {
    throw UsageError(file.parent_path().string() + ": holds no run (config.yaml)");
  }
  throw UsageError(
      file.string() +
      ": expected a configuration, such as configs/runs/quick.yaml, or a run's folder");
}

/// Where a configuration comes from, and for what.
struct Source {
  std::string file;
  fs::path folder;  // the run's; empty: there is none
  std::vector<std::string> used_here;
};

/// Returns the configuration of a file with this tree. `begun` is the run that another file began
/// in the folder, or null.
RunConfig ConfigOf(const YamlNode& root, const Source& source, const RunConfig* begun,
                   const std::optional<FirstModel>& first) {
  RunConfig config;
  if (IsBegun(source.folder)) config.origin = LoadPinnedModel(OriginFile(source.folder));
  if (first) BeginFrom(*first, &config);
  KeyList list;
  ListKeys(&config, &list);
  AssignKeys(root, list.keys(), "raichi keys");
  if (begun != nullptr) ContinueRun(*begun, &config);
  try {
    OpenRuleSets(source.folder, &config);
    if (first) SettleFirstModel(*first, &config);
    if (config.machine.IsKnown()) ChooseAutoValues(&config);
    CheckRunConfig(&config, source.used_here);
  } catch (const ReadError&) {
    throw;
  } catch (const Error& error) {
    throw WithPlace(error.what(), root, source.file);
  }
  return config;
}

RunConfig ReadRunConfig(const std::string& named, const std::vector<std::string>& overrides,
                        const std::vector<std::string>& used_here, const fs::path& run_folder,
                        const FirstModel* first) {
  Source source{.file = OwnOrShipped(named), .folder = {}, .used_here = used_here};
  RequireConfig(source.file);
  YamlNode root = ReadTree(source.file);
  source.folder = run_folder.empty() ? RunFolderOf(source.file) : run_folder;
  const bool is_begun = IsBegun(source.folder);
  if (is_begun && IsFolder(source.folder / "games")) ForbidLinksIn(source.folder);
  const bool is_of_another = IsRunOfAnotherFile(source.folder, source.file);
  std::optional<RunConfig> begun;
  if (is_of_another) {
    begun = LoadRunConfig(source.folder / "config.yaml", {});
  } else if (is_begun && !overrides.empty()) {
    begun = ConfigOf(root, {source.file, source.folder, {}}, nullptr, std::nullopt);
  }
  for (const std::string& change : overrides) AssignYaml(change, &root);
  std::optional<FirstModel> model;
  if (first != nullptr) model = *first;
  if (is_of_another) model = FirstModelOf(*begun);
  RunConfig config = ConfigOf(root, source, is_of_another ? &*begun : nullptr, model);
  if (is_begun) {
    config.begun = std::make_shared<const BegunRun>(
        BegunRun{source.folder / "config.yaml", begun ? *begun : config});
  }
  return config;
}

/// Whether the file is a configuration without the changes.
bool IsGoodAlone(const std::string& named, const std::vector<std::string>& used_here,
                 const fs::path& run_folder, const FirstModel* first) {
  try {
    ReadRunConfig(named, {}, used_here, run_folder, first);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

RunConfig LoadRunConfig(const std::string& named, const std::vector<std::string>& overrides,
                        const std::vector<std::string>& used_here, const fs::path& run_folder,
                        const FirstModel* first) {
  try {
    return ReadRunConfig(named, overrides, used_here, run_folder, first);
  } catch (const UsageError&) {
    throw;  // a change that cannot be read, or no configuration
  } catch (const ReadError& error) {
    const bool is_lasting = !overrides.empty() && error.code() == ENOENT;
    if (!is_lasting || !IsGoodAlone(named, used_here, run_folder, first)) throw;
    throw UsageError(Join(overrides, " ") + ": contradicts " + error.what());
  } catch (const Error& error) {
    if (BlamesChange(error.what(), overrides)) throw UsageError(error.what());
    if (overrides.empty() || !IsGoodAlone(named, used_here, run_folder, first)) throw;
    throw UsageError(Join(overrides, " ") + ": contradicts " + error.what());
  }
}

}  // namespace raichi
