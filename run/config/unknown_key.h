#pragma once

#include <string>
#include <vector>

#include "base/config_keys.h"

namespace raichi {

/// Returns the text that follows `unknown key`: `; did you mean train.batch?` if a key or section
/// has the same last part or one that differs by a typing error, otherwise a list of the keys in
/// its section.
std::string Suggestion(const std::string& unknown, const std::vector<ConfigKey>& keys);

}  // namespace raichi
