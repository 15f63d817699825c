#include "rules/files/rule_value.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "rules/error.h"
#include "rules/files/rule_text.h"
#include "rules/notation.h"

namespace raichi {
namespace {

std::string Quoted(std::string_view text) {
  constexpr size_t kLongest = 60;
  if (text.size() > kLongest || !IsCleanText(text, false)) return "a long text";
  return std::string("'").append(text).append("'");
}

std::string Describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return "nothing";
    case YamlNode::Kind::kScalar:
      return Quoted(node.text);
    case YamlNode::Kind::kList:
      return "a list";
    case YamlNode::Kind::kMap:
      return "a map";
  }
  return "";
}

std::string Path(const std::string& above, std::string_view key) {
  return above.empty() ? std::string(key) : above + "." + std::string(key);
}

}  // namespace

void RuleValue::Fail(const std::string& message) const {
  throw Error(*origin_ + ":" + std::to_string(node_->line) + ": " +
              (key_.empty() ? "" : key_ + ": ") + message);
}

void RuleValue::Want(const std::string& what) const { Fail(Describe(*node_) + " is not " + what); }

std::string RuleValue::Text() const {
  if (node_->kind != YamlNode::Kind::kScalar) Want("a text");
  std::string text = FoldWhite(node_->text);
  if (!IsCleanText(text, false)) Fail("a text must have no control characters");
  return text;
}

int RuleValue::Int(int low, int high) const {
  const std::string& text = node_->text;
  const char* const end = text.data() + text.size();
  int number = 0;
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  if (text.empty() || !node_->plain || code != std::errc() || stop != end || number < low ||
      number > high) {
    Want("a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return number;
}

std::vector<RuleValue> RuleValue::List(const std::string& of_what) const {
  if (node_->kind != YamlNode::Kind::kList) Want("a list of " + of_what + ", as in [a, b]");
  std::vector<RuleValue> items;
  for (const YamlNode& item : node_->items) items.emplace_back(*origin_, item, key_);
  return items;
}

std::vector<std::string> RuleValue::Texts() const {
  std::vector<std::string> texts;
  for (const RuleValue& item : List("texts")) texts.push_back(item.Text());
  return texts;
}

std::vector<Square> RuleValue::Squares(int size) const {
  std::vector<Square> squares;
  for (const RuleValue& item : List("squares")) {
    Square square;
    try {
      square = ParseSquare(item.node().text, size);
    } catch (const Error& error) {
      item.Fail(error.what());
    }
    const bool known = std::find(squares.begin(), squares.end(), square) != squares.end();
    if (known) item.Fail(item.node().text + " is named twice");
    squares.push_back(square);
  }
  return squares;
}

size_t RuleValue::IndexOfWord(std::span<const std::string_view> words) const {
  const bool scalar = node_->kind == YamlNode::Kind::kScalar;
  const auto found = std::find(words.begin(), words.end(), node_->text);
  if (!scalar || found == words.end()) {
    Fail("unknown word " + Describe(*node_) + Suggestion(node_->text, words));
  }
  return static_cast<size_t>(found - words.begin());
}

RuleSection::RuleSection(const RuleValue& map, Keys required, Keys optional) {
  if (map.node().kind != YamlNode::Kind::kMap) map.Want("a map of keys and values");
  std::vector<std::string_view> known(required.begin(), required.end());
  known.insert(known.end(), optional.begin(), optional.end());
  const YamlNode& node = map.node();
  for (size_t i = 0; i < node.keys.size(); ++i) Add(map, node.keys[i], node.items[i], known);
  for (const std::string_view key : required) {
    if (Find(key) == nullptr) map.Fail("the key '" + Path(map.key(), key) + "' is missing");
  }
}

void RuleSection::Add(const RuleValue& map, const YamlNode& key, const YamlNode& value,
                      Keys known) {
  const RuleValue name(map.origin(), key, map.key());
  const bool scalar = key.kind == YamlNode::Kind::kScalar;
  if (!scalar || std::find(known.begin(), known.end(), key.text) == known.end()) {
    name.Fail("unknown key " + Describe(key) + Suggestion(key.text, known));
  }
  if (Find(key.text) != nullptr) name.Fail("the key '" + key.text + "' is there twice");
  values_.emplace_back(key.text, RuleValue(map.origin(), value, Path(map.key(), key.text)));
}

const RuleValue* RuleSection::Find(std::string_view key) const {
  const auto entry = std::find_if(values_.begin(), values_.end(),
                                  [&](const auto& value) { return value.first == key; });
  return entry == values_.end() ? nullptr : &entry->second;
}

}  // namespace raichi
