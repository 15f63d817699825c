#include "base/yaml/value.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "base/yaml/write.h"

namespace raichi {
namespace {

std::string Describe(const YamlNode& node) {
  constexpr size_t kLongest = 60;
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return "nothing";
    case YamlNode::Kind::kScalar:
      if (node.text.size() > kLongest || !IsCleanText(node.text, false)) return "a long text";
      return "'" + node.text + "'";
    case YamlNode::Kind::kList:
      return "a list";
    case YamlNode::Kind::kMap:
      return "a map";
  }
  return "";
}

}  // namespace

void YamlValue::Fail(const std::string& message) const {
  throw Error(node_->place + ": " + (key_.empty() ? "" : key_ + ": ") + message);
}

void YamlValue::Want(const std::string& what) const { Fail(Describe(*node_) + " is not " + what); }

std::string YamlValue::Text() const {
  if (node_->kind != YamlNode::Kind::kScalar) Want("a text");
  std::string text = FoldWhite(node_->text);
  if (!IsCleanText(text, false)) Fail("a text must have no control characters");
  return text;
}

int64_t YamlValue::Whole(int64_t low, int64_t high) const {
  const auto number = ParseNumber(node_->text, low, high);
  if (!number || !node_->plain) {
    Want("a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return *number;
}

bool YamlValue::Truth() const {
  static constexpr std::array<std::string_view, 2> kWords = {"false", "true"};
  return Word(kWords) == 1;
}

size_t YamlValue::Word(std::span<const std::string_view> words) const {
  const auto found = std::find(words.begin(), words.end(), node_->text);
  if (node_->kind != YamlNode::Kind::kScalar || found == words.end()) {
    Fail("unknown word " + Describe(*node_) + Suggestion(node_->text, words));
  }
  return static_cast<size_t>(found - words.begin());
}

std::vector<YamlValue> YamlValue::Items(const std::string& of_what) const {
  if (node_->kind != YamlNode::Kind::kList) Want("a list of " + of_what + ", as in [a, b]");
  std::vector<YamlValue> items;
  for (const YamlNode& item : node_->items) items.emplace_back(item, key_);
  return items;
}

std::vector<std::string> YamlValue::Texts() const {
  std::vector<std::string> texts;
  for (const YamlValue& item : Items("texts")) texts.push_back(item.Text());
  return texts;
}

YamlMap::YamlMap(YamlValue value) : value_(std::move(value)) {
  if (value_.node().kind != YamlNode::Kind::kMap) value_.Want("a map of keys and values");
}

void YamlMap::CheckKeys(Keys known) const {
  for (const YamlNode& key : value_.node().keys) {
    const bool is_text = key.kind == YamlNode::Kind::kScalar;
    if (is_text && std::find(known.begin(), known.end(), key.text) != known.end()) continue;
    YamlValue(key, value_.key()).Fail("unknown key " + Describe(key) + Suggestion(key.text, known));
  }
}

std::optional<YamlValue> YamlMap::Find(std::string_view key) const {
  const YamlNode& node = value_.node();
  for (size_t i = 0; i < node.keys.size(); ++i) {
    const bool is_text = node.keys[i].kind == YamlNode::Kind::kScalar;
    if (is_text && node.keys[i].text == key) return YamlValue(node.items[i], PathOf(key));
  }
  return std::nullopt;
}

YamlValue YamlMap::Get(std::string_view key) const {
  const std::optional<YamlValue> value = Find(key);
  if (!value) value_.Fail("the key '" + PathOf(key) + "' is missing");
  return *value;
}

std::string YamlMap::PathOf(std::string_view key) const {
  return value_.key().empty() ? std::string(key) : value_.key() + "." + std::string(key);
}

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
