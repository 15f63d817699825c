#include "run/files/set_aside.h"

#include <cerrno>
#include <string>

#include "base/files/files.h"
#include "base/files/patience.h"
#include "console/output.h"

namespace raichi {

namespace fs = std::filesystem;

void SetAside(const fs::path& path, const Error& damage) {
  try {
    const fs::path bad = RenameToBad(path);
    PrintWarning(std::string(damage.what()) + "; set aside as " + bad.filename().string());
  } catch (const WriteError& error) {
    if (error.code() != ENOENT) throw;  // else another process was faster
  }
}

bool ReadOrSetAside(const fs::path& path, const std::function<void()>& read) {
  try {
    ReadPatiently(Patience{}, read);
    return true;
  } catch (const DamagedError& error) {
    SetAside(path, error);
    return false;
  }
}

}  // namespace raichi
