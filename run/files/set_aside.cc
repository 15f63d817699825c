#include "run/files/set_aside.h"

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

#include "console/output.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr int kPauses = 5;  // 0.1, 0.2, 0.4, 0.8 and 1.6 seconds

/// Reads with pauses while the system cannot.
void ReadPatiently(const std::function<void()>& read) {
  for (int pauses = 0;; ++pauses) {
    try {
      return read();
    } catch (const ReadError& error) {
      if (error.code() == ENOENT || pauses == kPauses) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100 << pauses));
  }
}

}  // namespace

fs::path BadName(const fs::path& path) {
  fs::path bad = path;
  bad += ".bad";
  for (int number = 2; fs::exists(fs::symlink_status(bad)); ++number) {
    bad = path;
    bad += ".bad" + std::to_string(number);
  }
  return bad;
}

void SetAside(const fs::path& path, const Error& damage) {
  const fs::path bad = BadName(path);
  PrintWarning(std::string(damage.what()) + "; set aside as " + bad.filename().string());
  fs::rename(path, bad);
}

bool ReadOrSetAside(const fs::path& path, const std::function<void()>& read) {
  for (bool is_second : {false, true}) {
    try {
      ReadPatiently(read);
      return true;
    } catch (const ReadError&) {
      throw;
    } catch (const VersionError&) {
      throw;
    } catch (const UsageError&) {
      throw;
    } catch (const Error& error) {
      if (is_second) SetAside(path, error);
    }
  }
  return false;
}

}  // namespace raichi
