#include "run/files/folder.h"

#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/files/patience.h"
#include "base/files/temporary.h"
#include "base/sums.h"
#include "console/output.h"
#include "nn/model/model.h"
#include "run/config/pinned_rules.h"
#include "run/sharing/folder_kind.h"
#include "selfplay/records/run_shards.h"

namespace raichi {

namespace fs = std::filesystem;

RunFolder::RunFolder(fs::path folder, const RunConfig& config, Changes changes)
    : path_(std::move(folder)) {
  RequireKind(path_, FolderKind::kRun);
  for (const char* name : {"games", "models", "optimizer", "metrics"}) CreateFolders(path_ / name);
  const fs::path file = path_ / "config.yaml";
  if (Exists(file)) {
    RequireSameRun(file, config, changes);
    for (const std::string& word : PinRules(config, path_)) {
      PrintWarning(path_.string() + " had no copy of the rules '" + word + "'; made one");
    }
    for (const std::string& changed : DescribeChangedRules(config, path_)) PrintWarning(changed);
  } else {
    RAICHI_CHECK(config.auto_keys.empty());
    RemoveFile(OriginFile(path_));  // of a start that did not get as far as config.yaml
    if (config.origin) SavePinnedModel(OriginFile(path_), *config.origin);
    PinRules(config, path_);
    PublishNew(file, WithSumLine(ToYaml(config)));  // another process may begin the same run now
  }
}

void RunFolder::Reconfigure(const RunConfig& config) const {
  AtomicWrite(path_ / "config.yaml", WithSumLine(ToYaml(config)));
}

void RunFolder::RemoveTemporaries() const {
  for (const fs::path& folder : {path_, metrics()}) RemoveDeadTemporaries(folder);
  for (const fs::path& folder : {models(), path_ / "optimizer"}) {
    for (const fs::path& path : ListFolder(folder)) {
      if (path.extension() == ".tmp") RemoveTree(path);
    }
  }
}

bool RunFolder::HasModel(int number) const {
  try {
    ReadModelInfo(Model(number));
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::string RunFolder::Numbered(int number) { return NumberedName(number); }

std::vector<int> RunFolder::NumbersIn(const fs::path& folder) {
  if (!Exists(folder)) return {};
  std::vector<int> numbers;
  for (const fs::path& path : ReadPatiently(Patience(), [&] { return ListFolder(folder); })) {
    if (const auto number = ParseNumberedName(path.filename())) numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::optional<fs::path> NewestModelOf(const fs::path& folder) {
  const std::vector<int> numbers = RunFolder::NumbersIn(folder / "models");
  if (numbers.empty()) return std::nullopt;
  ForbidLinksIn(folder);
  return folder / "models" / RunFolder::Numbered(numbers.back());
}

}  // namespace raichi
