#include "run/config/config_reader.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include "base/error.h"
#include "base/yaml/write.h"

namespace raichi {
namespace {

using Kind = YamlNode::Kind;

std::string Shown(const YamlNode& node) {
  switch (node.kind) {
    case Kind::kNull:
      return "nothing";
    case Kind::kScalar:
      return "'" + node.text + "'";
    case Kind::kList:
      return "a list";
    case Kind::kMap:
      return "a section of keys";
  }
  return "";
}

[[noreturn]] void Fail(const std::string& name, const YamlNode& value, const std::string& what) {
  throw Error(value.place + ": " + name + ": " + what);
}

[[noreturn]] void FailToAccept(const std::string& name, const YamlNode& value,
                               const std::string& expected) {
  Fail(name, value, "expected " + expected + ", found " + Shown(value));
}

/// Throws Error for an unknown key. For an unknown section such as `foo: {bar: 1}`, the error names
/// the whole path foo.bar.
[[noreturn]] void FailAsUnknown(const std::string& name, const YamlNode& value,
                                const std::vector<ConfigKey>& keys) {
  if (value.kind == Kind::kMap && value.keys.size() == 1) {
    FailAsUnknown(name + "." + value.keys[0].text, value.items[0], keys);
  }
  Fail(name, value, "unknown key" + Suggestion(name, keys));
}

void AssignList(const ConfigKey& key, const YamlNode& value) {
  const auto is_word = [](const YamlNode& item) { return item.kind == Kind::kScalar; };
  if (value.kind != Kind::kList || !std::ranges::all_of(value.items, is_word)) {
    FailToAccept(key.name, value, key.Expected());
  }
  auto& list = *std::get<std::vector<std::string>*>(key.field);
  list.clear();
  for (const YamlNode& item : value.items) list.push_back(item.text);
}

void AssignValue(const ConfigKey& key, const YamlNode& value) {
  if (key.IsList()) return AssignList(key, value);
  if (value.kind == Kind::kScalar && key.Parse(value.text)) return;
  FailToAccept(key.name, value, key.Expected());
}

bool IsSection(const std::string& name, const std::vector<ConfigKey>& keys) {
  return std::ranges::any_of(
      keys, [&](const ConfigKey& key) { return key.name.starts_with(name + "."); });
}

/// Assigns the keys of a section. `prefix` is the section's name with a dot at the end, or empty.
void AssignSection(const YamlNode& section, const std::string& prefix,
                   const std::vector<ConfigKey>& keys) {
  for (size_t i = 0; i < section.keys.size(); ++i) {
    const std::string name = prefix + section.keys[i].text;
    const YamlNode& value = section.items[i];
    const bool has_dot = section.keys[i].text.find('.') != std::string::npos;
    const auto key = std::ranges::find(keys, name, &ConfigKey::name);
    if (!has_dot && key != keys.end()) {
      AssignValue(*key, value);
    } else if (has_dot || !IsSection(name, keys)) {
      FailAsUnknown(name, value, keys);
    } else if (value.kind == Kind::kMap) {
      AssignSection(value, name + ".", keys);
    } else if (value.kind != Kind::kNull) {
      FailToAccept(name, value, "a section of keys");
    }
  }
}

}  // namespace

void AssignKeys(const YamlNode& root, const std::vector<ConfigKey>& keys) {
  AssignSection(root, "", keys);
}

namespace {

std::string_view LastPart(std::string_view name) { return name.substr(name.rfind('.') + 1); }

std::string_view SectionOf(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == name.npos ? "" : name.substr(0, dot);
}

/// Returns the names of all keys and of their sections.
std::set<std::string> NamesOf(const std::vector<ConfigKey>& keys) {
  std::set<std::string> names;
  for (const ConfigKey& key : keys) {
    for (std::string_view name = key.name; !name.empty(); name = SectionOf(name)) {
      names.emplace(name);
    }
  }
  return names;
}

/// Returns the name that is most similar by its last part or else as a whole, or an empty text if
/// none is similar.
std::string Nearest(std::string_view unknown, const std::set<std::string>& names) {
  constexpr size_t kLongest = 60;
  if (unknown.size() > kLongest) return "";
  const std::string_view last = LastPart(unknown);
  const size_t near = std::max<size_t>(1, (last.size() + 1) / 3);
  std::tuple<size_t, size_t, std::string> best = {near + 1, 0, ""};
  for (const std::string& name : names) {
    const size_t distance = EditDistance(last, LastPart(name));
    if (distance >= LastPart(name).size()) continue;
    best = std::min(best, {distance, EditDistance(unknown, name), name});
  }
  return std::get<2>(best);
}

}  // namespace

std::string Suggestion(const std::string& unknown, const std::vector<ConfigKey>& keys) {
  const std::set<std::string> names = NamesOf(keys);
  if (const std::string name = Nearest(unknown, names); !name.empty()) {
    return "; did you mean " + name + "?";
  }
  std::string_view section = SectionOf(unknown);
  while (!section.empty() && !names.contains(std::string(section))) section = SectionOf(section);
  std::string list;
  for (const std::string& name : names) {
    if (SectionOf(name) != section) continue;
    list += (list.empty() ? "" : ", ") + std::string(LastPart(name));
  }
  const std::string holder = section.empty() ? "a configuration" : std::string(section);
  return "; " + holder + " has " + list;
}

}  // namespace raichi
