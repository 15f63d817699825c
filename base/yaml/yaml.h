#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// YAML files that people write (rule files, run configurations). Parsing has fixed bounds, so no
/// file takes more than a few milliseconds and a few megabytes. Only this folder uses yaml-cpp.

/// Upper bounds on a document: bytes of text (and again of the texts that aliases stand for),
/// nested lists and maps, and nodes, where an alias counts as all nodes that it stands for.
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

/// Parses `text`, which must be a single document; `origin` is the file's name in errors. Throws
/// Error (`ORIGIN:LINE: …`) if the text is not UTF-8 or has control characters, is not YAML, has no
/// document or several, has a key twice in a map, or exceeds a bound.
YamlNode ParseYaml(std::string_view text, const std::string& origin);

/// Reads and parses a file. Waits as Patience says, then throws ReadError, if it cannot be read.
/// Throws DamagedError if its sum (json.h) is wrong, and the errors of ParseYaml.
YamlNode LoadYaml(const std::filesystem::path& file);

/// Sets the value at a dotted path in the map `root`, as in `budget.minutes=30`. Creates maps on
/// the path that are missing. The value is YAML; an empty one is null. Its place is the text of the
/// assignment. Throws UsageError if `assignment` is not of this form or its path leads through
/// something that is not a map.
void AssignYaml(const std::string& assignment, YamlNode* root);

/// Returns the place of the value at a dotted path. If there is no such value, returns the place of
/// the innermost existing value around it, or an empty text if even the path's first key is
/// missing.
std::string PlaceOf(const YamlNode& root, std::string_view path);

/// Returns the tree as YAML text, with one key or list item per line. Parsing the text gives an
/// equal tree, except for places and superfluous quotes. Texts in the tree must have no control
/// characters.
std::string WriteYaml(const YamlNode& root);

}  // namespace raichi
