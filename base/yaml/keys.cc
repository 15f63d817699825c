#include "base/yaml/keys.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

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
                                const std::vector<ConfigKey>& keys, const std::string& help) {
  if (value.kind == Kind::kMap && value.keys.size() == 1) {
    FailAsUnknown(name + "." + value.keys[0].text, value.items[0], keys, help);
  }
  Fail(name, value,
       "unknown key" + Suggestion(name, keys) +
           (help.empty() ? "" : " ('" + help + "' explains all)"));
}

/// A scalar that WriteYaml can write.
bool IsTextNode(const YamlNode& node) {
  return node.kind == Kind::kScalar && IsCleanText(node.text, false);
}

template <typename Item>
void RequireDistinct(const ConfigKey& key, const YamlNode& value, const std::vector<Item>& list) {
  std::set<Item> seen;
  for (size_t i = 0; key.distinct && i < list.size(); ++i) {
    if (!seen.insert(list[i]).second) {
      Fail(key.name, value, Shown(value.items[i]) + " is listed twice");
    }
  }
}

void Assign(const ConfigKey& key, const YamlNode& value, std::vector<std::string>* texts) {
  if (value.kind != Kind::kList ||
      !std::all_of(value.items.begin(), value.items.end(), IsTextNode)) {
    FailToAccept(key.name, value, key.Expected());
  }
  texts->clear();
  for (const YamlNode& item : value.items) texts->push_back(item.text);
  RequireDistinct(key, value, *texts);
}

void Assign(const ConfigKey& key, const YamlNode& value, std::vector<int>* numbers) {
  if (value.kind != Kind::kList) FailToAccept(key.name, value, key.Expected());
  numbers->clear();
  for (const YamlNode& item : value.items) {
    int number = 0;
    const ConfigKey one{.name = key.name, .field = &number, .range = key.range};
    if (!IsTextNode(item) || !one.Parse(item.text)) FailToAccept(key.name, item, one.Expected());
    numbers->push_back(number);
  }
  RequireDistinct(key, value, *numbers);
}

void Assign(const ConfigKey& key, const YamlNode& value, const NamedField& field) {
  if (value.kind != Kind::kMap) FailToAccept(key.name, value, key.Expected());
  field.list->clear();
  for (size_t i = 0; i < value.items.size(); ++i) {
    const YamlNode& item = value.items[i];
    if (!IsTextNode(value.keys[i])) FailToAccept(key.name, value.keys[i], "a name");
    NamedTexts& entry = field.list->emplace_back();
    entry.name = value.keys[i].text;
    const std::string name = key.name + "." + entry.name;
    if (field.count == 1) {
      if (!IsTextNode(item)) FailToAccept(name, item, "a text");
      entry.texts = {item.text};
    } else {
      Assign({.name = name, .field = &entry.texts}, item, &entry.texts);
      if (entry.texts.size() == field.count) continue;
      Fail(name, item,
           "expected " + std::to_string(field.count) + " texts, found " +
               std::to_string(entry.texts.size()));
    }
  }
}

void AssignValue(const ConfigKey& key, const YamlNode& value) {
  if (const auto* texts = std::get_if<std::vector<std::string>*>(&key.field)) {
    Assign(key, value, *texts);
  } else if (const auto* numbers = std::get_if<std::vector<int>*>(&key.field)) {
    Assign(key, value, *numbers);
  } else if (const auto* named = std::get_if<NamedField>(&key.field)) {
    Assign(key, value, *named);
  } else if (!IsTextNode(value) || !key.Parse(value.text)) {
    FailToAccept(key.name, value, key.Expected());
  }
}

bool IsSection(const std::string& name, const std::vector<ConfigKey>& keys) {
  return std::ranges::any_of(
      keys, [&](const ConfigKey& key) { return key.name.starts_with(name + "."); });
}

/// Assigns the keys of a section. `prefix` is the section's name with a dot at the end, or empty.
void AssignSection(const YamlNode& section, const std::string& prefix,
                   const std::vector<ConfigKey>& keys, const std::string& help) {
  for (size_t i = 0; i < section.keys.size(); ++i) {
    const std::string name = prefix + section.keys[i].text;
    const YamlNode& value = section.items[i];
    const bool has_dot = section.keys[i].text.find('.') != std::string::npos;
    const auto key = std::ranges::find(keys, name, &ConfigKey::name);
    if (!has_dot && key != keys.end()) {
      AssignValue(*key, value);
    } else if (has_dot || !IsSection(name, keys)) {
      FailAsUnknown(name, value, keys, help);
    } else if (value.kind == Kind::kMap) {
      AssignSection(value, name + ".", keys, help);
    } else if (value.kind != Kind::kNull) {
      FailToAccept(name, value, "a section of keys");
    }
  }
}

}  // namespace

void AssignKeys(const YamlNode& root, const std::vector<ConfigKey>& keys, const std::string& help) {
  AssignSection(root, "", keys, help);
}

Error WithPlace(const std::string& error, const YamlNode& root, const std::string& otherwise) {
  const std::string place = PlaceOf(root, error.substr(0, error.find(':')));
  return Error((place.empty() ? otherwise : place) + ": " + error);
}

namespace {

YamlNode NodeOf(std::string text) {
  YamlNode node;
  node.kind = Kind::kScalar;
  node.text = std::move(text);
  return node;
}

template <typename Item, typename Text>
YamlNode NodeOf(const std::vector<Item>& list, const Text& text) {
  YamlNode node;
  node.kind = Kind::kList;
  for (const Item& item : list) node.items.push_back(NodeOf(text(item)));
  return node;
}

YamlNode NodeOf(const std::vector<std::string>& texts) { return NodeOf(texts, std::identity()); }

YamlNode NodeOf(const NamedField& field) {
  YamlNode node;
  node.kind = Kind::kMap;
  for (const NamedTexts& entry : *field.list) {
    node.keys.push_back(NodeOf(entry.name));
    node.items.push_back(field.count == 1 ? NodeOf(entry.texts.front()) : NodeOf(entry.texts));
  }
  return node;
}

YamlNode NodeOf(const ConfigKey& key) {
  if (const auto* named = std::get_if<NamedField>(&key.field)) return NodeOf(*named);
  if (const auto* texts = std::get_if<std::vector<std::string>*>(&key.field)) {
    return NodeOf(**texts);
  }
  if (const auto* numbers = std::get_if<std::vector<int>*>(&key.field)) {
    return NodeOf(**numbers, [](int number) { return std::to_string(number); });
  }
  return NodeOf(key.Text());
}

/// Adds a value at the end of a map, inside the section that its name begins with. Values must come
/// section by section.
void Append(std::string_view name, YamlNode value, YamlNode* map) {
  map->kind = Kind::kMap;
  const size_t dot = name.find('.');
  const std::string first(name.substr(0, dot));
  if (map->keys.empty() || map->keys.back().text != first) {
    map->keys.push_back(NodeOf(first));
    map->items.emplace_back();
  }
  YamlNode& place = map->items.back();
  if (dot == name.npos) {
    place = std::move(value);
  } else {
    Append(name.substr(dot + 1), std::move(value), &place);
  }
}

}  // namespace

std::string KeysToYaml(const std::vector<ConfigKey>& keys) {
  YamlNode root;
  for (const ConfigKey& key : keys) Append(key.name, NodeOf(key), &root);
  return WriteYaml(root);
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
