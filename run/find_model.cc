#include "run/find_model.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "console/log.h"
#include "nn/model/model.h"
#include "rules/files/rule_file.h"
#include "run/files/folder.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

const fs::path kPublished = "models";

/// Returns the folder of the project, which contains the published models.
fs::path Home() { return RulesFolder().parent_path().parent_path(); }

/// Whether a model is readable and was trained on a rule set.
bool Knows(const fs::path& model, const std::string& rules_name) {
  try {
    return IsTrainedOn(model, rules_name);
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::optional<fs::path> LookForModel(fs::path path) {
  if (path.empty()) return std::nullopt;
  if (!fs::exists(path) && *path.begin() == kPublished) path = Home() / path;
  if (!fs::exists(path)) return std::nullopt;
  if (const auto newest = NewestModelOf(path)) return newest;
  if (fs::is_directory(path) && !fs::exists(ModelFile(path))) return std::nullopt;
  return path;
}

fs::path FindModel(const std::string& path) {
  const auto model = LookForModel(path);
  if (!model) {
    throw UsageError("model '" + path +
                     "': expected a model (runs/x/models/000120) or a run's folder");
  }
  return *model;
}

std::string ShowModel(const fs::path& model) {
  const fs::path within = model.lexically_relative(Home() / kPublished);
  const bool published = !within.empty() && *within.begin() != "..";
  return (published ? kPublished / within : model).lexically_normal().string();
}

bool IsTrainedOn(const fs::path& model, const std::string& rules_name) {
  const std::vector<std::string> rules = ReadModelInfo(model).rules;
  return std::ranges::find(rules, rules_name) != rules.end();
}

std::string DistinctName(const Rules& rules) {
  const std::string& own = rules.data().name;
  const bool is_taken = DisplayName(rules) != own;
  return is_taken ? fmt::format("{}-{:08x}", own, rules.fingerprint() >> 32) : own;
}

std::string ShippedName(const Rules& rules) {
  for (const std::string& name : RuleSetNames()) {
    if (OpenRules(name)->fingerprint() == rules.fingerprint()) return name;
  }
  return DistinctName(rules);
}

void WarnOfSharedName(const Rules& rules) {
  const std::string name = DistinctName(rules);
  if (name == rules.data().name) return;
  PrintWarning(
      fmt::format("these rules differ from the shipped rule set '{}', whose name they have: "
                  "they are called {} here",
                  rules.data().name, name));
}

std::string PublishedModelOf(const std::string& rules_name) {
  const fs::path own = kPublished / rules_name;
  if (const auto model = LookForModel(own); model && Knows(*model, rules_name)) return own.string();
  for (const fs::path& folder : ListFolder(Home() / kPublished)) {
    const fs::path published = kPublished / folder.filename();
    const auto model = LookForModel(published);
    if (model && Knows(*model, rules_name)) return published.string();
  }
  return "";
}

std::string DefaultOpponent(const std::string& rules_name, const fs::path& runs) {
  if (const std::string published = PublishedModelOf(rules_name); !published.empty()) {
    return published;
  }
  std::string opponent = kDefaultWithoutModel;
  std::error_code none;
  fs::file_time_type newest = fs::file_time_type::min();
  for (const auto& run : fs::directory_iterator(runs, none)) {
    const auto model = NewestModelOf(run.path());
    if (!model || !Knows(*model, rules_name)) continue;
    const fs::file_time_type time = fs::last_write_time(ModelFile(*model), none);
    if (none || time < newest) continue;
    newest = time;
    opponent = model->string();
  }
  return opponent;
}

}  // namespace raichi
