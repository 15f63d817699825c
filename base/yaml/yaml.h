#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// YAML for people's files (rule files, run configurations): read within fixed bounds, so that no
/// file costs more than a few milliseconds and a few megabytes. This room alone knows yaml-cpp.

/// Upper bounds on a document: bytes of text, nested lists and maps, and nodes, where an alias
/// counts as all nodes that it stands for.
inline constexpr size_t kMaxYamlBytes = 64 << 10;
inline constexpr size_t kMaxYamlDepth = 16;
inline constexpr int kMaxYamlNodes = 20000;

/// A parsed YAML document as a tree of values. Aliases are replaced by copies.
struct YamlNode {
  enum class Kind { kNull, kScalar, kList, kMap };
  Kind kind = Kind::kNull;
  std::string place;            // for errors: FILE:LINE, or the text of an assignment
  std::string text;             // of a scalar
  bool plain = true;            // a scalar without quotes: may be a number or a truth value
  std::vector<YamlNode> keys;   // of a map, in file order, no scalar key twice
  std::vector<YamlNode> items;  // of a list, or the values of a map's keys
};

/// Parses the one document of `text`; `origin` is the file's name in errors. Throws Error
/// (`ORIGIN:LINE: …`) if the text is not UTF-8 or has control characters, is not YAML, has no
/// document or several, has a key twice in a map, or exceeds a bound.
YamlNode ParseYaml(std::string_view text, const std::string& origin);

/// Reads and parses a file. Throws ReadError if it cannot be read, else as ParseYaml.
YamlNode LoadYaml(const std::filesystem::path& file);

/// Sets the value at a dotted path in the map `root`, as in `budget.minutes=30`, and makes missing
/// maps on the way. The value is YAML, null if empty; its place is the assignment's text. Throws
/// UsageError if `assignment` is not of this form or its path leads through something that is not a
/// map.
void AssignYaml(const std::string& assignment, YamlNode* root);

/// The place of the value at a dotted path, or of the innermost value around it that exists; empty
/// if even the path's first key is missing.
std::string PlaceOf(const YamlNode& root, std::string_view path);

/// The tree as YAML text, one key or list item a line. Parsing it gives an equal tree, places and
/// superfluous quotes aside. Texts have no control characters.
std::string WriteYaml(const YamlNode& root);

}  // namespace raichi
