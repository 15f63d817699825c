#include <string>
#include <utility>

#include "base/config_keys.h"
#include "base/yaml/yaml.h"
#include "run/config/config.h"

namespace raichi {
namespace {

YamlNode Scalar(std::string text) {
  YamlNode node;
  node.kind = YamlNode::Kind::kScalar;
  node.text = std::move(text);
  return node;
}

YamlNode ValueOf(const ConfigKey& key) {
  if (!key.IsList()) return Scalar(key.Text());
  YamlNode list;
  list.kind = YamlNode::Kind::kList;
  for (const std::string& word : *std::get<std::vector<std::string>*>(key.field)) {
    list.items.push_back(Scalar(word));
  }
  return list;
}

/// Adds a value at the end of a map, inside the section that its name begins with. Values must come
/// section by section.
void Append(std::string_view name, YamlNode value, YamlNode* map) {
  map->kind = YamlNode::Kind::kMap;
  const size_t dot = name.find('.');
  const std::string first(name.substr(0, dot));
  if (map->keys.empty() || map->keys.back().text != first) {
    map->keys.push_back(Scalar(first));
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

std::string ToYaml(const RunConfig& config) {
  RunConfig copy = config;
  KeyList list;
  ListKeys(&copy, &list);
  YamlNode root;
  for (const ConfigKey& key : list.keys()) Append(key.name, ValueOf(key), &root);
  return WriteYaml(root);
}

}  // namespace raichi
