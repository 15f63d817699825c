#include "selfplay/records/temporary_folder.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include "base/error.h"

namespace raichi {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "raichi-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw Error(name + ": cannot create a temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace raichi
