#include "run/sharing/folder_kind.h"

#include <array>
#include <string>

#include "base/error.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct Sign {
  FolderKind kind;
  const char* file;
  const char* folder;
  const char* name;
};
// An ablation has a config.yaml too.
constexpr std::array<Sign, 3> kSigns = {
    {{FolderKind::kAblation, "ablation.json", ".", "an ablation"},
     {FolderKind::kStudy, "identity.json", "games", "a study"},
     {FolderKind::kRun, "config.yaml", "games", "a run"}}};

const Sign* SignOf(const fs::path& folder) {
  std::error_code none;
  for (const Sign& sign : kSigns) {
    const bool has_file = fs::is_regular_file(folder / sign.file, none);
    // Other programs have files of that name too.
    if (has_file && fs::is_directory(folder / sign.folder, none)) return &sign;
  }
  return nullptr;
}

}  // namespace

std::optional<FolderKind> KindOf(const fs::path& folder) {
  const Sign* sign = SignOf(folder);
  return sign == nullptr ? std::nullopt : std::optional(sign->kind);
}

void RequireRun(const fs::path& folder) {
  const Sign* sign = SignOf(folder);
  if (sign != nullptr && sign->kind != FolderKind::kRun) {
    throw UsageError(folder.string() + ": expected the folder of a run, found that of " +
                     sign->name);
  }
  std::error_code none;
  if (fs::is_regular_file(folder / "config.yaml", none)) return;
  throw UsageError(folder.string() + ": expected the folder of a run, with a config.yaml");
}

void RequireKind(const fs::path& folder, FolderKind kind) {
  const Sign* sign = SignOf(folder);
  if (sign == nullptr || sign->kind == kind) return;
  throw Error(folder.string() + ": the folder of " + sign->name + "; choose another --dir");
}

void RequireOutsideRuns(const fs::path& folder) {
  constexpr int kMostLevels = 3;  // RUN/games/000012
  fs::path outer = fs::weakly_canonical(fs::absolute(folder));
  for (int i = 0; i < kMostLevels; ++i, outer = outer.parent_path()) {
    if (!outer.has_filename()) outer = outer.parent_path();
    if (KindOf(outer) != FolderKind::kRun) continue;
    throw Error(folder.string() +
                ": lies in the folder of a run, which could train on these games; choose another "
                "folder");
  }
}

}  // namespace raichi
