#include "rules/files/program_data.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "base/yaml/write.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"

#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#endif

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr int kFolders = 5;  // the folder of the program and those above it

bool IsThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// Returns the file that contains this code: the program or, if it was linked into one, a shared
/// library such as a Python module.
fs::path OwnFile() {
#ifndef __EMSCRIPTEN__
  Dl_info info{};
  const bool is_known = dladdr(reinterpret_cast<const void*>(&IsThere), &info) != 0;
  if (is_known && fs::path(info.dli_fname).extension() == ".so") return info.dli_fname;
#endif
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none);
}

}  // namespace

std::optional<fs::path> FindProgramData(const fs::path& name) {
  fs::path folder = OwnFile().parent_path();
  for (int i = 0; i < kFolders && !folder.empty(); ++i) {
    for (const fs::path& place : {folder, folder / "share/raichi"}) {
      if (IsThere(place / name)) return place / name;
    }
    folder = folder.has_relative_path() ? folder.parent_path() : fs::path();
  }
  const fs::path source = fs::path(RAICHI_SOURCE_DIR) / name;
  if (IsThere(source)) return source;
  return std::nullopt;
}

fs::path OwnOrShipped(const fs::path& path) {
  if (IsThere(path) || path.empty() || *path.begin() != "configs") return path;
  return FindProgramData(path).value_or(path);
}

namespace {

namespace fs = std::filesystem;

/// The shipped rules that were opened. One command asks for the same rules many times, to name
/// them and to find models that know them.
class OpenedRules {
 public:
  /// Opens the rules of a file, unless they were opened and the file is the same.
  RulesPtr Open(const fs::path& file) {
    std::error_code error;
    const fs::file_time_type time = fs::last_write_time(file, error);
    const uintmax_t size = error ? 0 : fs::file_size(file, error);
    const std::scoped_lock lock(mutex_);
    Entry& entry = entries_[file.string()];
    if (error || !entry.rules || entry.time != time || entry.size != size) {
      entry = {LoadRules(file), time, size};
    }
    return entry.rules;
  }

 private:
  struct Entry {
    RulesPtr rules;
    fs::file_time_type time;
    uintmax_t size = 0;
  };

  std::mutex mutex_;
  std::map<std::string, Entry> entries_;  // by path
};

fs::path ShippedFile(const std::string& name) { return RulesFolder() / (name + ".yaml"); }

/// Opens the file of a shipped rule set.
RulesPtr LoadShipped(const fs::path& file) {
  static OpenedRules opened;
  return opened.Open(file);
}

/// Applies changes to rules. `text` is the whole name, for errors.
RulesPtr Change(const RulesPtr& base, const std::string& changes, const std::string& text) {
  if (changes.empty()) return base;
  try {
    return std::make_shared<const Rules>(
        ChangeRules(base->data(), changes, "rules " + QuoteForError(text)));
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
    const fs::path file = ShippedFile(base);
    return IsFile(file) ? Change(LoadShipped(file), changes, name) : nullptr;
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
RulesPtr LoadBase(const std::string& base, const std::string& text) {
  if (IsPath(base)) return LoadRules(OwnOrShipped(base));
  const fs::path shipped = ShippedFile(base);
  if (!base.empty() && IsFile(shipped)) return LoadShipped(shipped);
  if (!base.empty() && IsFile(base)) return LoadRules(base);
  throw UsageError("rules '" + text + "': neither a file nor the name of a rule set" +
                   Advice(base, text));
}

}  // namespace

RulesPtr LoadRules(const fs::path& file) { return ReadRules(LoadYaml(file)); }

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
  if (IsPath(name_or_path) && IsFile(name_or_path)) return LoadRules(name_or_path);
  const auto [base, changes] = SplitRuleName(name_or_path);
  return Change(LoadBase(base, name_or_path), changes, name_or_path);
}

RulesPtr FindShippedRules(const std::string& name) {
  return SplitRuleName(name).changes.empty() ? OpenShipped(name) : nullptr;
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
