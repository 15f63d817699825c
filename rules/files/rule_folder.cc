#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "rules/error.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr int kLevelsAbove = 4;  // of folders in which the program's own `configs` is looked for

bool IsFolder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

RuleSet LoadRuleSet(const fs::path& file) { return RuleSetFrom(LoadYaml(file)); }

fs::path RulesFolder() {
  if (const char* folder = std::getenv("RAICHI_RULES"); folder != nullptr && *folder != '\0') {
    if (IsFolder(folder)) return folder;
    throw Error("RAICHI_RULES: " + std::string(folder) + " is no folder of rule files");
  }
  std::error_code none;
  fs::path above = fs::read_symlink("/proc/self/exe", none).parent_path();
  for (int level = 0; level < kLevelsAbove && !above.empty(); ++level) {
    if (IsFolder(above / "configs/rules")) return above / "configs/rules";
    above = above.has_relative_path() ? above.parent_path() : fs::path();
  }
  const fs::path source = fs::path(RAICHI_SOURCE_DIR) / "configs/rules";
  if (IsFolder(source)) return source;
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

}  // namespace raichi
