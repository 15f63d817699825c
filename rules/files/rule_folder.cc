#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/quote.h"
#include "base/yaml/text.h"
#include "rules/files/program_data.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

bool IsFolder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool IsFile(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

RulesPtr Compile(RuleSet rules) { return std::make_shared<const Rules>(std::move(rules)); }

/// Applies changes to rules. `text` is the whole name, for errors.
RulesPtr Change(RuleSet base, const std::string& changes, const std::string& text) {
  if (changes.empty()) return Compile(std::move(base));
  try {
    return Compile(ChangeRules(base, changes, "rules " + QuoteForError(text)));
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

/// Whether a text names a file even if a shipped rule set has that name.
bool IsPath(const std::string& text) {
  return text.find('/') != std::string::npos || fs::path(text).extension() == ".yaml";
}

/// Opens the shipped rules of a name, which may end in changes. Returns null if they cannot be
/// opened.
RulesPtr OpenShipped(const std::string& name) {
  try {
    const auto [base, changes] = SplitRuleName(name);
    const fs::path file = RulesFolder() / (base + ".yaml");
    return IsFile(file) ? Change(LoadRuleSet(file), changes, name) : nullptr;
  } catch (const Error&) {
    return nullptr;
  }
}

/// Returns a suggestion for a text that is neither a file nor a name, as the end of an error
/// message. `base` is the text without changes.
std::string Advice(const std::string& base, const std::string& text) {
  const bool misses_key = base == text && text.find('+') != text.npos;
  if (misses_key) return "; expected changes as in linnaeus+first=defenders";
  const std::vector<std::string> names = RuleSetNames();
  const std::string question =
      DidYouMean(base, std::vector<std::string_view>(names.begin(), names.end()));
  return question.empty() ? "; `raichi rules` lists the names" : question;
}

/// Loads the rules of a name or a file without changes. `text` is the whole name, for errors.
RuleSet LoadBase(const std::string& base, const std::string& text) {
  if (IsPath(base)) return LoadRuleSet(OwnOrShipped(base));
  const std::vector<std::string> names = RuleSetNames();
  if (std::find(names.begin(), names.end(), base) != names.end()) {
    return LoadRuleSet(RulesFolder() / (base + ".yaml"));
  }
  if (!base.empty() && IsFile(base)) return LoadRuleSet(base);
  throw UsageError("rules '" + text + "': neither a file nor the name of a rule set" +
                   Advice(base, text));
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
      "no folder configs/rules near the program; set RAICHI_RULES to the folder of the rule files");
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
  if (IsPath(name_or_path) && IsFile(name_or_path)) return Compile(LoadRuleSet(name_or_path));
  const auto [base, changes] = SplitRuleName(name_or_path);
  return Change(LoadBase(base, name_or_path), changes, name_or_path);
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
