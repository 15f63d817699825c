// Replaces base/yaml/parse.cc in the browser, which has JSON.parse but no yaml-cpp. tools/web.sh
// converts the YAML rule files to JSON of maps, lists and strings for the page.
#include <emscripten/val.h>

#include "base/error.h"
#include "base/yaml/yaml.h"

namespace raichi {
namespace {

using emscripten::val;

std::vector<YamlNode> ToNodes(const val& list);

YamlNode ToNode(const val& value) {
  YamlNode node;
  node.place = "rules";
  if (value.isString() || value.isNumber() || value.isTrue() || value.isFalse()) {
    node.kind = YamlNode::Kind::kScalar;
    node.text = value.call<std::string>("toString");
  } else if (value.isArray()) {
    node.kind = YamlNode::Kind::kList;
    node.items = ToNodes(value);
  } else {
    const val object = val::global("Object");
    node.kind = YamlNode::Kind::kMap;
    node.keys = ToNodes(object.call<val>("keys", value));
    node.items = ToNodes(object.call<val>("values", value));
  }
  return node;
}

std::vector<YamlNode> ToNodes(const val& list) {
  std::vector<YamlNode> nodes;
  const auto length = list["length"].as<unsigned>();
  for (unsigned i = 0; i < length; ++i) nodes.push_back(ToNode(list[i]));
  return nodes;
}

}  // namespace

YamlNode ParseYaml(std::string_view text, const std::string&) {
  return ToNode(val::global("JSON").call<val>("parse", std::string(text)));
}

}  // namespace raichi
