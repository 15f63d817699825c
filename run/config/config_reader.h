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

/// Returns the text that follows `unknown key`: `; did you mean train.batch?` if a key or section
/// has the same last part or one that differs by a typing error, otherwise a list of the keys in
/// its section.
std::string Suggestion(const std::string& unknown, const std::vector<ConfigKey>& keys);

}  // namespace raichi
