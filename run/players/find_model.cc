#include "run/players/find_model.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/yaml/write.h"
#include "console/log.h"
#include "console/rule_json.h"
#include "nn/model/model.h"
#include "rules/files/rule_file.h"
#include "run/config/run_contents.h"
#include "run/sharing/folder_kind.h"

namespace raichi {
namespace {

constexpr std::array<std::string_view, 3> kOfMoves = {"throne.stop", "throne.pass",
                                                      "throne.linnaean"};
constexpr std::array<std::string_view, 8> kOfEnds = {
    "encirclement", "repetition.count",   "repetition.result", "no_moves",
    "quiet_limit",  "quiet_limit_result", "ply_limit",         "ply_limit_result"};

}  // namespace

std::optional<RuleDistance> DistanceOf(const RuleSet& first, const RuleSet& second) {
  RuleDistance distance;
  for (const RuleDifference& difference : DifferencesOf(first, second)) {
    if (std::ranges::find(kOfMoves, difference.key) != kOfMoves.end()) {
      ++distance.moves;
    } else if (std::ranges::find(kOfEnds, difference.key) != kOfEnds.end()) {
      ++distance.ends;
    } else {
      return std::nullopt;
    }
  }
  return distance;
}

namespace {

namespace fs = std::filesystem;

const fs::path kPublished = "models";

/// Returns the folder of the project, which contains the published models.
fs::path Home() { return RulesFolder().parent_path().parent_path(); }

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns the names of the rules that a model was trained on, or none if it cannot be read.
std::vector<std::string> RulesKnownTo(const fs::path& model) {
  try {
    return ReadModelInfo(model).rules;
  } catch (const Error&) {
    return {};
  }
}

/// Returns a model's path within the folder of the published models, or nothing if it is elsewhere.
std::optional<fs::path> PathAmongPublished(const fs::path& model) {
  const fs::path folder = RealPath(Home() / kPublished);
  for (const fs::path& path : {AbsolutePath(model), RealPath(model)}) {
    const fs::path within = path.lexically_relative(folder);
    if (!within.empty() && *within.begin() != "..") return within;
  }
  return std::nullopt;
}

struct PublishedModel {
  std::string name;  // `models/NAME`
  std::vector<std::string> rules;

  /// Whether it is named after the rules that it plays; others are generalists.
  bool IsSpecialist() const { return Contains(rules, fs::path(name).filename()); }
};

std::vector<PublishedModel> PublishedModels() {
  std::vector<PublishedModel> models;
  for (const std::string& name : PublishedNames()) {
    if (const auto model = LookForModel(name)) models.push_back({name, RulesKnownTo(*model)});
  }
  return models;
}

/// Returns the newest model of a run; nothing if there is none or its folder cannot be listed.
std::optional<fs::path> ReadableModelOf(const fs::path& run) {
  try {
    return NewestModelOf(run);
  } catch (const ReadError&) {
    return std::nullopt;
  }
}

/// Returns the entries of a folder, or none if it cannot be listed.
std::vector<fs::path> ListReadable(const fs::path& folder) {
  try {
    return ListFolder(folder);
  } catch (const ReadError&) {
    return {};
  }
}

/// The same as IsTrainedOn, but false if the model cannot be read.
bool Knows(const fs::path& model, const Rules& rules) {
  try {
    return IsTrainedOn(model, rules);
  } catch (const Error&) {
    return false;
  }
}

/// Returns the newest model of a run that was trained on these rules, among the runs in the folder
/// `runs`, or an empty path.
fs::path NewestOfRuns(const Rules& rules, const fs::path& runs) {
  fs::path found;
  std::error_code error;
  fs::file_time_type newest = fs::file_time_type::min();
  for (const fs::path& run : ListReadable(runs)) {
    const auto model = ReadableModelOf(run);
    if (!model || !Knows(*model, rules)) continue;
    const fs::file_time_type time = fs::last_write_time(ModelFile(*model), error);
    if (error || time < newest) continue;
    newest = time;
    found = *model;
  }
  return found;
}

}  // namespace

std::optional<fs::path> LookForModel(fs::path path) {
  if (path.empty()) return std::nullopt;
  if (!Exists(path) && *path.begin() == kPublished) path = Home() / path;
  if (!Exists(path)) return std::nullopt;
  if (const auto newest = NewestModelOf(path)) return newest;
  if (IsFolder(path) && !Exists(ModelFile(path))) return std::nullopt;
  return path;
}

std::vector<std::string> PublishedNames() {
  std::vector<std::string> names;
  for (const fs::path& folder : ListFolder(Home() / kPublished)) {
    const fs::path name = kPublished / folder.filename();
    if (LookForModel(name)) names.push_back(name.string());
  }
  return names;
}

std::string WhyNoModel(const std::string& word) {
  if (KindOf(word) == FolderKind::kRun) return "; this run has no model yet";
  const std::vector<std::string> names = PublishedNames();
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string own = (kPublished / word).string();
  return DidYouMean(Contains(names, own) ? own : word, views);
}

fs::path FindModel(const std::string& path) {
  const auto model = LookForModel(path);
  if (!model) {
    throw UsageError("model '" + path +
                     "': expected a model (runs/x/models/000120) or a run's folder" +
                     WhyNoModel(path));
  }
  return *model;
}

bool IsPublished(const fs::path& model) { return PathAmongPublished(model).has_value(); }

std::string ShowModel(const fs::path& model) {
  const auto within = PathAmongPublished(model);
  return (within ? kPublished / *within : model).lexically_normal().string();
}

bool IsTrainedOn(const fs::path& model, const Rules& rules) {
  std::vector<std::string> names = ReadModelInfo(model).rules;
  const fs::path folder = RealPath(ModelFile(model)).parent_path();
  for (const auto& [name, fingerprint] : PinnedFingerprints(folder.parent_path().parent_path())) {
    const bool is_known = std::erase(names, name) > 0;
    if (is_known && fingerprint == rules.fingerprint()) return true;
  }
  return !names.empty() && Contains(names, ShippedName(rules));
}

std::string DistinctName(const Rules& rules) {
  const std::string& own = rules.data().name;
  const bool is_taken = DisplayName(rules) != own;
  return is_taken ? fmt::format("{}-{:08x}", own, rules.fingerprint() >> 32) : own;
}

std::string ShippedName(const Rules& rules) {
  if (IsShipped(rules)) return rules.data().name;
  for (const std::string& name : RuleSetNames()) {
    const RulesPtr shipped = FindShippedRules(name);
    if (shipped && shipped->fingerprint() == rules.fingerprint()) return name;
  }
  return DistinctName(rules);
}

std::string DescribeSharedName(const Rules& rules) {
  const std::string name = DistinctName(rules);
  if (name == rules.data().name) return "";
  return fmt::format(
      "these rules differ from the shipped rule set '{}', whose name they have: they are called {} "
      "here",
      rules.data().name, name);
}

void WarnOfSharedName(const Rules& rules) {
  if (const std::string text = DescribeSharedName(rules); !text.empty()) PrintWarning(text);
}

std::string PublishedModelOf(const std::vector<std::string>& rules_names) {
  std::vector<PublishedModel> models = PublishedModels();
  std::erase_if(models, [&](const PublishedModel& model) {
    return !std::ranges::all_of(rules_names,
                                [&](const auto& name) { return Contains(model.rules, name); });
  });
  std::stable_partition(models.begin(), models.end(), [&](const PublishedModel& model) {
    return Contains(rules_names, fs::path(model.name).filename());
  });
  return models.empty() ? "" : models.front().name;
}

std::optional<NearestModel> NearestModelOf(const Rules& rules) {
  std::vector<PublishedModel> models = PublishedModels();
  std::stable_partition(models.begin(), models.end(),
                        [](const PublishedModel& model) { return model.IsSpecialist(); });
  const std::string own = ShippedName(rules);
  for (const PublishedModel& model : models) {
    if (Contains(model.rules, own)) return NearestModel{model.name, own};
  }
  std::optional<NearestModel> nearest;
  std::optional<RuleDistance> least;
  for (const PublishedModel& model : models) {
    for (const std::string& name : model.rules) {
      const RulesPtr known = FindShippedRules(name);
      const auto distance = known ? DistanceOf(known->data(), rules.data()) : std::nullopt;
      if (!distance || (least && *distance >= *least)) continue;
      least = distance;
      nearest = {model.name, name};
    }
  }
  return nearest;
}

std::string DefaultOpponent(const Rules& rules, const fs::path& runs) {
  const auto nearest = NearestModelOf(rules);
  if (nearest && nearest->rules_name == ShippedName(rules)) return nearest->model;
  if (const fs::path model = NewestOfRuns(rules, runs); !model.empty()) return model.string();
  return nearest ? nearest->model : kDefaultWithoutModel;
}

}  // namespace raichi
