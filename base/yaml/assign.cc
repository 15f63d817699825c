#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/yaml/yaml.h"

namespace raichi {
namespace {

/// Removes the first key from a dotted path and returns it.
std::string TakeKey(std::string_view* path) {
  const size_t dot = std::min(path->find('.'), path->size());
  const std::string key(path->substr(0, dot));
  path->remove_prefix(std::min(dot + 1, path->size()));
  return key;
}

template <typename Node>
Node* FindValue(Node* map, const std::string& key) {
  for (size_t i = 0; i < map->keys.size(); ++i) {
    if (map->keys[i].text == key) return &map->items[i];
  }
  return nullptr;
}

YamlNode* AddNull(const std::string& key, const std::string& place, YamlNode* map) {
  YamlNode name, value;
  name.kind = YamlNode::Kind::kScalar;
  name.text = key;
  name.place = value.place = place;
  map->keys.push_back(name);
  map->items.push_back(value);
  return &map->items.back();
}

void SetPlace(const std::string& place, YamlNode* node) {
  node->place = place;
  for (YamlNode& key : node->keys) SetPlace(place, &key);
  for (YamlNode& item : node->items) SetPlace(place, &item);
}

YamlNode ParseAssigned(const std::string& value, const std::string& assignment) {
  YamlNode node;
  if (value.find_first_not_of(' ') != std::string::npos) {
    try {
      node = ParseYaml(value, assignment);
    } catch (const Error&) {
      throw UsageError("'" + assignment + "': expected a YAML value after '='");
    }
  }
  SetPlace(assignment, &node);
  return node;
}

}  // namespace

void AssignYaml(const std::string& assignment, YamlNode* root) {
  const size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError("'" + assignment + "': expected KEY=VALUE, as in budget.minutes=30");
  }
  const std::string path = assignment.substr(0, equals);
  YamlNode* node = root;
  for (std::string_view rest = path; !rest.empty();) {
    if (node->kind == YamlNode::Kind::kNull) node->kind = YamlNode::Kind::kMap;
    if (node->kind != YamlNode::Kind::kMap) {
      throw UsageError("'" + assignment + "': what holds " + path + " is not a section of keys (" +
                       node->place + ")");
    }
    const std::string key = TakeKey(&rest);
    YamlNode* const known = FindValue(node, key);
    node = known != nullptr ? known : AddNull(key, assignment, node);
  }
  *node = ParseAssigned(assignment.substr(equals + 1), assignment);
}

std::string PlaceOf(const YamlNode& root, std::string_view path) {
  std::string place;
  const YamlNode* node = &root;
  while (!path.empty()) {
    node = FindValue(node, TakeKey(&path));
    if (node == nullptr) break;
    place = node->place;
  }
  return place;
}

}  // namespace raichi
