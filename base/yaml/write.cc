#include "base/yaml/write.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
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

namespace {

bool IsWhite(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    next[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      next[j + 1] = std::min({row[j] + (a[i] == b[j] ? 0 : 1), next[j] + 1, row[j + 1] + 1});
      const bool swapped = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
      if (swapped) next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row.back();
}

bool IsCleanText(std::string_view text, bool white) {
  for (size_t i = 0; i < text.size();) {
    const auto [code, length] = FirstCharacter(text.substr(i));
    const bool is_control = code < ' ' || (code >= 0x7F && code < 0xA0);
    if (length == 0 || (is_control && !(white && IsWhite(text[i])))) return false;
    i += length;
  }
  return true;
}

bool IsYamlNull(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

std::string FoldWhite(std::string_view text) {
  std::string folded;
  for (const char c : text) {
    if (!IsWhite(c)) {
      folded += c;
    } else if (!folded.empty() && folded.back() != ' ') {
      folded += ' ';
    }
  }
  if (!folded.empty() && folded.back() == ' ') folded.pop_back();
  return folded;
}

std::string DidYouMean(std::string_view word, std::span<const std::string_view> words) {
  constexpr size_t kLongest = 40;
  std::string_view nearest;
  size_t best = std::max<size_t>(2, word.size() / 3) + 1;
  for (const std::string_view candidate : words) {
    if (word.size() > kLongest) break;
    const size_t distance = EditDistance(word, candidate);
    if (distance < best && distance < candidate.size()) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest.empty() ? "" : ", did you mean '" + std::string(nearest) + "'?";
}

std::string Suggestion(std::string_view word, std::span<const std::string_view> words) {
  const std::string question = DidYouMean(word, words);
  return question.empty() ? "; expected one of " + Join(words, ", ") : question;
}

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
