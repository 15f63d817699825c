#pragma once

#include <string>
#include <vector>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/yaml/yaml.h"

namespace raichi {

/// Sets the fields of `keys` to the values in a configuration's tree. Fields of keys that the tree
/// lacks keep their values. Throws Error `PLACE: KEY: …` for an unknown key and for a value that
/// its key does not accept. `help` is the command that explains the keys; empty: there is none.
void AssignKeys(const YamlNode& root, const std::vector<ConfigKey>& keys,
                const std::string& help = "");

/// Returns every key with its value, as YAML from which AssignKeys reads the same values. The keys
/// must come section by section.
std::string KeysToYaml(const std::vector<ConfigKey>& keys);

/// Returns an error `KEY: what is wrong` with the place of the key in the tree before it, or with
/// `otherwise` if the tree lacks the key.
Error WithPlace(const std::string& error, const YamlNode& root, const std::string& otherwise);

/// Returns the text that follows `unknown key`: `; did you mean train.batch?` if a key or section
/// has the same last part or one that differs by a typing error, otherwise a list of the keys in
/// its section.
std::string Suggestion(const std::string& unknown, const std::vector<ConfigKey>& keys);

}  // namespace raichi
