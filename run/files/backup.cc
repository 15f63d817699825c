#include "run/files/backup.h"

#include <cstdio>

#include "base/files/files.h"

namespace raichi {

namespace fs = std::filesystem;

constexpr uint64_t kMaxCopyBytes = uint64_t{1} << 30;

fs::path Backup::PlaceFor(const fs::path& path) {
  if (folder_.empty()) {
    CreateFolders(run_ / "backups");
    for (int number = 1; folder_.empty(); ++number) {
      char name[16];
      std::snprintf(name, sizeof name, "%04d", number);
      if (MakeFolder(run_ / "backups" / name)) folder_ = run_ / "backups" / name;
    }
  }
  const fs::path place = folder_ / path.lexically_relative(run_);
  CreateFolders(place.parent_path());
  return place;
}

void Backup::Move(const fs::path& path) { MoveFile(path, PlaceFor(path)); }

void Backup::Copy(const fs::path& path) {
  const fs::path place = PlaceFor(path);
  if (!Exists(place)) AtomicWrite(place, ReadFile(path, kMaxCopyBytes));
}

}  // namespace raichi
