#include "selfplay/records/file_stamp.h"

#include <system_error>

namespace raichi {

namespace fs = std::filesystem;

FileStamp StampOf(const fs::path& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  if (error) return {};
  const bool has_size = fs::is_regular_file(path, error);
  const uintmax_t size = has_size ? fs::file_size(path, error) : 0;
  if (error) return {};
  return {.time = time.time_since_epoch().count(), .size = size};
}

}  // namespace raichi
