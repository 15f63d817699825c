#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "rules/files/program_data.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

bool IsFolder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// The shipped rules of a name; null if there are none that can be opened.
RulesPtr OpenShipped(const std::string& name) {
  try {
    const fs::path file = RulesFolder() / (name + ".yaml");
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return nullptr;
    return std::make_shared<const Rules>(LoadRuleSet(file));
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

RuleSet LoadRuleSet(const fs::path& file) { return ReadRuleSet(LoadYaml(file)); }

fs::path RulesFolder() {
  if (const char* folder = std::getenv("RAICHI_RULES"); folder != nullptr && *folder != '\0') {
    if (IsFolder(folder)) return folder;
    throw Error("RAICHI_RULES: " + std::string(folder) + " is not a folder of rule files");
  }
  if (const auto folder = FindProgramData("configs/rules"); folder && IsFolder(*folder)) {
    return *folder;
  }
  throw Error(
      "no folder configs/rules near the program; set RAICHI_RULES to that of the rule files");
}

std::vector<std::string> RuleSetNames() {
  const fs::path folder = RulesFolder();
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".yaml") names.push_back(entry->path().stem().string());
  }
  if (error) throw Error(folder.string() + ": cannot be listed: " + error.message());
  std::sort(names.begin(), names.end());
  return names;
}

RulesPtr OpenRules(const std::string& name_or_path) {
  const fs::path path(name_or_path);
  const bool is_path = name_or_path.find('/') != std::string::npos || path.extension() == ".yaml";
  if (is_path) return std::make_shared<const Rules>(LoadRuleSet(path));
  const std::vector<std::string> names = RuleSetNames();
  if (std::find(names.begin(), names.end(), name_or_path) != names.end()) {
    return std::make_shared<const Rules>(LoadRuleSet(RulesFolder() / (name_or_path + ".yaml")));
  }
  std::error_code ignored;
  if (!name_or_path.empty() && fs::is_regular_file(path, ignored)) {
    return std::make_shared<const Rules>(LoadRuleSet(path));
  }
  throw Error("rules '" + name_or_path + "': neither a file nor one of " + Joined(names));
}

std::string NameWithFingerprint(const Rules& rules) {
  std::array<char, 16> digits;
  std::snprintf(digits.data(), digits.size(), "~%08" PRIx32,
                static_cast<uint32_t>(rules.fingerprint() >> 32));
  return rules.data().name + digits.data();
}

std::string DisplayName(const Rules& rules) {
  const RulesPtr shipped = OpenShipped(rules.data().name);
  const bool is_other = shipped != nullptr && shipped->fingerprint() != rules.fingerprint();
  return is_other ? NameWithFingerprint(rules) : rules.data().name;
}

bool IsShipped(const Rules& rules) {
  const RulesPtr shipped = OpenShipped(rules.data().name);
  return shipped != nullptr && shipped->fingerprint() == rules.fingerprint();
}

}  // namespace raichi
