#pragma once

#include <string>
#include <vector>

#include "base/config_keys.h"

namespace raichi {

/// What to say after `unknown key`: `; did you mean train.batch?`, where a key or section has the
/// same last part, or one that differs by a typing error; else what its section holds.
std::string Suggestion(const std::string& unknown, const std::vector<ConfigKey>& keys);

}  // namespace raichi
