#pragma once

#include <string>
#include <string_view>

#include "base/yaml/yaml.h"

namespace raichi {

/// Parses a value in YAML's flow form without quotes, as in `both`, `[attackers, king]` or `{stop:
/// [king], hostile: []}`. Words consist of letters, digits and `_-./`; blanks are optional. Every
/// node gets the place `place`. Throws Error `PLACE: …` if the text is not such a value, is nested
/// deeper than kMaxYamlDepth or has a key twice in a map. Does not use yaml-cpp.
YamlNode ParseFlowValue(std::string_view text, const std::string& place);

}  // namespace raichi
