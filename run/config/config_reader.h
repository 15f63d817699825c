#pragma once

#include <string>
#include <vector>

#include "base/config_keys.h"
#include "base/yaml/yaml.h"

namespace raichi {

/// Sets the fields of `keys` to the values in a configuration's tree. Fields of keys that the tree
/// lacks keep their values. Throws Error `PLACE: KEY: …` for an unknown key and for a value that
/// its key does not accept.
void AssignKeys(const YamlNode& root, const std::vector<ConfigKey>& keys);

}  // namespace raichi
