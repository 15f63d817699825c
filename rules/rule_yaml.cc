#include "rules/rule_yaml.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstddef>

#include "rules/error.h"
#include "rules/rule_file.h"
#include "rules/rule_text.h"

namespace raichi {
namespace {

constexpr int kMaxDepth = 16;
constexpr int kMaxNodes = 20000;  // aliases count as often as they are used

void CheckCharacters(std::string_view text, const std::string& origin) {
  if (text.size() > kMaxRuleFileSize) {
    throw Error(origin + ": longer than the 64 KiB that a rule file may have");
  }
  int line = 1;
  for (size_t begin = 0; begin < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (!IsCleanText(text.substr(begin, end - begin), true)) {
      throw Error(origin + ":" + std::to_string(line) +
                  ": expected UTF-8 text without control characters");
    }
    begin = end + 1;
  }
}

/// Copies yaml-cpp's graph into a tree, however often aliases repeat parts of it.
class TreeBuilder {
 public:
  explicit TreeBuilder(const std::string& origin) : origin_(origin) {}

  YamlNode Build(const YAML::Node& from, int depth) {
    YamlNode node;
    node.line = from.Mark().line + 1;
    if (depth > kMaxDepth || ++nodes_ > kMaxNodes) {
      throw Error(origin_ + ":" + std::to_string(node.line) +
                  ": nested too deeply or too long for a rule file");
    }
    if (from.IsScalar()) {
      node.kind = YamlNode::Kind::kScalar;
      node.text = from.Scalar();
      node.plain = from.Tag() != "!";
    } else if (from.IsSequence()) {
      node.kind = YamlNode::Kind::kList;
      for (const YAML::Node& item : from) node.items.push_back(Build(item, depth + 1));
    } else if (from.IsMap()) {
      node.kind = YamlNode::Kind::kMap;
      for (const auto& entry : from) {
        node.keys.push_back(Build(entry.first, depth + 1));
        node.items.push_back(Build(entry.second, depth + 1));
        // yaml-cpp marks a value that is not there where the next token is.
        if (entry.second.IsNull()) node.items.back().line = node.keys.back().line;
      }
    }
    return node;
  }

 private:
  const std::string& origin_;
  int nodes_ = 0;
};

}  // namespace

YamlNode ParseYaml(std::string_view text, const std::string& origin) {
  CheckCharacters(text, origin);
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
    if (documents.size() != 1) {
      throw Error(origin + ": " + std::to_string(documents.size()) +
                  " YAML documents; expected one map of keys and values");
    }
    return TreeBuilder(origin).Build(documents[0], 0);
  } catch (const YAML::Exception& error) {
    const bool placed = !error.mark.is_null();
    throw Error(origin + ":" + (placed ? std::to_string(error.mark.line + 1) + ":" : "") +
                " not YAML: " + error.msg);
  }
}

}  // namespace raichi
