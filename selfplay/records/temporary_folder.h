#pragma once

#include <filesystem>
#include <string_view>

namespace raichi {

/// An empty folder in the system's place for temporary files. The destructor removes it.
class TemporaryFolder {
 public:
  /// Throws Error if the folder cannot be created.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace raichi
