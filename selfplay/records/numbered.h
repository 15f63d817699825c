#pragma once

#include <optional>
#include <string>

namespace raichi {

/// The name of the files and folders of a run's model: 000012.
std::string NumberedName(int model);
/// Returns the model that a name stands for, or nothing if it is not six digits.
std::optional<int> ParseNumberedName(const std::string& name);

}  // namespace raichi
