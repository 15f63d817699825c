#include "base/yaml/flow.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/quote.h"

namespace raichi {
namespace {

class FlowParser {
 public:
  FlowParser(std::string_view text, const std::string& place)
      : text_(text), rest_(text), place_(place) {}

  YamlNode Parse() {
    YamlNode node = Value(0);
    SkipBlanks();
    if (!rest_.empty()) Fail();
    return node;
  }

 private:
  YamlNode Value(size_t depth) {
    if (depth > kMaxYamlDepth) Fail();
    YamlNode node;
    node.place = place_;
    if (Take('[')) {
      node.kind = YamlNode::Kind::kList;
      Items(']', [&] { node.items.push_back(Value(depth + 1)); });
    } else if (Take('{')) {
      node.kind = YamlNode::Kind::kMap;
      Items('}', [&] {
        AddKey(Word(), &node);
        if (!Take(':')) Fail();
        node.items.push_back(Value(depth + 1));
      });
    } else {
      node = Word();
    }
    return node;
  }

  template <typename Item>
  void Items(char end, Item item) {
    if (Take(end)) return;
    do {
      item();
    } while (Take(','));
    if (!Take(end)) Fail();
  }

  void AddKey(YamlNode key, YamlNode* map) const {
    for (const YamlNode& other : map->keys) {
      if (other.text == key.text)
        throw Error(place_ + ": the key '" + key.text + "' appears twice");
    }
    map->keys.push_back(std::move(key));
  }

  YamlNode Word() {
    constexpr std::string_view kInside =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    SkipBlanks();
    const size_t length = std::min(rest_.find_first_not_of(kInside), rest_.size());
    if (length == 0) Fail();
    YamlNode word;
    word.kind = YamlNode::Kind::kScalar;
    word.place = place_;
    word.text = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }

  bool Take(char c) {
    SkipBlanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void SkipBlanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

  [[noreturn]] void Fail() const {
    throw Error(place_ + ": " + QuoteForError(text_) +
                " is not a value; expected a word, a number, [a, b] or {key: value}");
  }

  const std::string_view text_;
  std::string_view rest_;  // the text that is not parsed yet
  const std::string& place_;
};

}  // namespace

YamlNode ParseFlowValue(std::string_view text, const std::string& place) {
  return FlowParser(text, place).Parse();
}

}  // namespace raichi
