#include "run/files/backup.h"

#include <cstdio>

namespace raichi {

namespace fs = std::filesystem;

fs::path Backup::PlaceFor(const fs::path& path) {
  if (folder_.empty()) {
    fs::create_directories(run_ / "backups");
    for (int number = 1; folder_.empty(); ++number) {
      char name[16];
      std::snprintf(name, sizeof name, "%04d", number);
      if (fs::create_directory(run_ / "backups" / name)) folder_ = run_ / "backups" / name;
    }
  }
  const fs::path place = folder_ / path.lexically_relative(run_);
  fs::create_directories(place.parent_path());
  return place;
}

void Backup::Move(const fs::path& path) { fs::rename(path, PlaceFor(path)); }

void Backup::Copy(const fs::path& path) {
  fs::copy_file(path, PlaceFor(path), fs::copy_options::skip_existing);
}

}  // namespace raichi
