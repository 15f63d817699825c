#pragma once

#include <string>
#include <string_view>

#include "base/yaml/yaml.h"

namespace raichi {

/// Parses a value in YAML's flow form without quotes, as in `both`, `[attackers, king]` or
/// `{stop: [king], hostile: []}`. Words have letters, digits and `_-./`; blanks may be left out.
/// `place` becomes that of every node. Throws Error `PLACE: …` if it is no such value, is nested
/// deeper than kMaxYamlDepth or has a key twice in a map. Needs no yaml-cpp.
YamlNode ParseFlowValue(std::string_view text, const std::string& place);

}  // namespace raichi
