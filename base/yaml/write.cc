#include <string>

#include "base/quote.h"
#include "base/yaml/text.h"
#include "base/yaml/yaml.h"

namespace raichi {
namespace {

/// Whether a text without quotes is read as the same text.
bool IsPlain(std::string_view text) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  const std::string kInside = std::string(kLetters) + "_./:+-";
  if (IsYamlNull(text)) return false;
  if (text.find_first_not_of(kInside) != std::string_view::npos || text.back() == ':') return false;
  const size_t sign = text[0] == '-' && text.size() > 1 ? 1 : 0;
  return kLetters.find(text[sign]) != std::string_view::npos || text[0] == '/';
}

std::string Scalar(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return "null";
    case YamlNode::Kind::kScalar:
      return node.plain && IsPlain(node.text) ? node.text : QuoteYaml(node.text);
    case YamlNode::Kind::kList:
      return "[]";
    case YamlNode::Kind::kMap:
      return "{}";
  }
  return "";
}

void Write(const YamlNode& node, const std::string& indent, std::string* text) {
  const bool is_map = node.kind == YamlNode::Kind::kMap;
  for (size_t i = 0; i < node.items.size(); ++i) {
    const YamlNode& item = node.items[i];
    *text += indent + (is_map ? Scalar(node.keys[i]) + ":" : "-");
    if (item.items.empty()) {
      *text += " " + Scalar(item) + "\n";
    } else {
      *text += "\n";
      Write(item, indent + "  ", text);
    }
  }
}

}  // namespace

std::string WriteYaml(const YamlNode& root) {
  if (root.items.empty()) return Scalar(root) + "\n";
  std::string text;
  Write(root, "", &text);
  return text;
}

}  // namespace raichi
