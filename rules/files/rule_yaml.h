#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// A parsed YAML document as a tree of values, aliases copied out: all of YAML that rule files
/// need.
struct YamlNode {
  enum class Kind { kNull, kScalar, kList, kMap };
  Kind kind = Kind::kNull;
  int line = 0;                 // from 1
  std::string text;             // of a scalar
  bool plain = true;            // a scalar without quotes: may be a number or a truth value
  std::vector<YamlNode> keys;   // of a map, in file order, not yet compared
  std::vector<YamlNode> items;  // of a list, or the values of a map's keys
};

/// The one document of `text`. Throws Error (`ORIGIN:LINE: …`) on anything else, on text that is
/// not UTF-8 or has control characters, and past fixed bounds of size, depth and number of nodes.
YamlNode ParseYaml(std::string_view text, const std::string& origin);

}  // namespace raichi
