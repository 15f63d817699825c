#include "run/files/run_model.h"

#include <string>

#include "base/error.h"
#include "run/files/set_aside.h"

namespace raichi {

std::optional<Model> ReadModelOrSetAside(const std::filesystem::path& folder) {
  Model model;
  const auto read = [&] {
    const std::filesystem::path file = ModelFile(folder);
    if (!std::filesystem::exists(file)) throw DamagedError(file.string() + ": is missing");
    model = ReadModel(folder);
  };
  if (!ReadOrSetAside(folder, read)) return std::nullopt;
  return model;
}

}  // namespace raichi
