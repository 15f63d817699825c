#include "run/config/run_contents.h"

#include <algorithm>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "rules/files/rule_file.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Returns the copies of a run, except those that cannot be read; its next start will report them.
std::vector<RulesPtr> ReadCopies(const fs::path& run_folder) {
  std::vector<RulesPtr> copies;
  for (const fs::path& copy : ListFolder(run_folder / kPinnedRules)) {
    try {
      copies.push_back(LoadRules(copy));
    } catch (const Error&) {
      continue;
    }
  }
  return copies;
}

}  // namespace

std::vector<int> NumbersInFolder(const fs::path& folder) {
  if (!Exists(folder)) return {};
  std::vector<int> numbers;
  for (const fs::path& path : ListFolder(folder)) {
    if (const auto number = ParseNumberedName(path.filename())) numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::optional<fs::path> NewestModelOf(const fs::path& folder) {
  const std::vector<int> numbers = NumbersInFolder(folder / "models");
  if (numbers.empty()) return std::nullopt;
  ForbidLinksIn(folder);
  return folder / "models" / NumberedName(numbers.back());
}

std::map<std::string, uint64_t> PinnedFingerprints(const fs::path& run_folder) {
  std::map<std::string, uint64_t> fingerprints;
  for (const RulesPtr& rules : ReadCopies(run_folder)) {
    fingerprints[rules->data().name] = rules->fingerprint();
  }
  return fingerprints;
}

RulesPtr FindPinnedRules(const fs::path& run_folder, const std::string& name) {
  for (const RulesPtr& rules : ReadCopies(run_folder)) {
    if (rules->data().name == name) return rules;
  }
  return nullptr;
}

}  // namespace raichi
