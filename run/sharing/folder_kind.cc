#include "run/sharing/folder_kind.h"

#include <array>
#include <string>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/files/paths.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct Sign {
  FolderKind kind;
  const char* file;
  const char* other;
  bool is_folder;  // the other one
  const char* name;
};
// An ablation has a config.yaml too. A study may hold only the record of its games.
constexpr std::array<Sign, 6> kSigns = {
    {{FolderKind::kAblation, "ablation.json", ".", true, "an ablation"},
     {FolderKind::kStudy, "identity.json", "games", true, "a study"},
     {FolderKind::kStudy, "identity.json", "games.zst", false, "a study"},
     {FolderKind::kMatches, "matches.json", "matches", true, "matches"},
     {FolderKind::kProof, "proof.json", "pieces", true, "a proof"},
     {FolderKind::kRun, "config.yaml", "games", true, "a run"}}};

/// Whether there is a file or a folder of this name that this process may see. Throws ReadError if
/// that may be known later.
bool IsThere(const fs::path& path, bool as_folder) {
  try {
    return Exists(path) && IsFolder(path) == as_folder;
  } catch (const ReadError& error) {
    if (IsTransient(error)) throw;
    return false;
  }
}

const Sign* SignOf(const fs::path& folder) {
  for (const Sign& sign : kSigns) {
    // Other programs have files of that name too.
    if (IsThere(folder / sign.file, false) && IsThere(folder / sign.other, sign.is_folder)) {
      return &sign;
    }
  }
  return nullptr;
}

}  // namespace

std::optional<FolderKind> KindOf(const fs::path& folder) {
  const Sign* sign = SignOf(folder);
  return sign == nullptr ? std::nullopt : std::optional(sign->kind);
}

void RequireRun(const fs::path& folder) {
  ForbidLinksIn(folder);
  const Sign* sign = SignOf(folder);
  if (sign != nullptr && sign->kind != FolderKind::kRun) {
    throw UsageError(folder.string() + ": expected the folder of a run, found that of " +
                     sign->name);
  }
  if (IsThere(folder / "config.yaml", false)) return;
  throw UsageError(folder.string() + ": expected the folder of a run, with a config.yaml");
}

void RequireKind(const fs::path& folder, FolderKind kind) {
  ForbidLinksIn(folder);
  const Sign* sign = SignOf(folder);
  if (sign == nullptr || sign->kind == kind) return;
  throw Error(folder.string() + ": the folder of " + sign->name + "; choose another --dir");
}

void RequireOutsideRuns(const fs::path& folder) {
  constexpr int kMostLevels = 3;  // RUN/games/000012
  std::error_code none;
  fs::path outer = fs::weakly_canonical(fs::absolute(folder, none), none);
  for (int i = 0; i < kMostLevels; ++i, outer = outer.parent_path()) {
    if (!outer.has_filename()) outer = outer.parent_path();
    if (KindOf(outer) != FolderKind::kRun) continue;
    throw Error(folder.string() +
                ": lies in the folder of a run, which could train on these games; choose another "
                "folder");
  }
}

}  // namespace raichi
