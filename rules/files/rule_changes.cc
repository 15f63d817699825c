#include "rules/files/rule_changes.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/yaml/value.h"
#include "base/yaml/write.h"
#include "rules/files/rule_fields.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

using Kind = RuleField::Kind;

constexpr std::string_view kNone = "none";

/// Returns the length of `+PATH=` at the front of a text, or 0 if the text begins otherwise.
size_t LengthOfHead(std::string_view text) {
  constexpr std::string_view kInPath = "abcdefghijklmnopqrstuvwxyz_.";
  if (!text.starts_with('+')) return 0;
  const size_t end = text.find_first_not_of(kInPath, 1);
  return end != text.npos && end > 1 && text[end] == '=' ? end + 1 : 0;
}

/// Returns the index of the first change at or after `from`, or the length of the text if there is
/// none.
size_t FindChange(std::string_view text, size_t from) {
  while (from < text.size() && LengthOfHead(text.substr(from)) == 0) ++from;
  return from;
}

YamlNode Scalar(const std::string& text) {
  YamlNode node;
  node.kind = YamlNode::Kind::kScalar;
  node.text = text;
  return node;
}

/// A rule file as a tree in which keys can be set and removed.
class RuleTree {
 public:
  RuleTree(const RuleSet& rules, const std::string& origin) : origin_(origin) {
    root_.kind = YamlNode::Kind::kMap;
    root_.place = origin;
    for (const RuleField& field : FieldsOf(rules)) {
      if (field.kind == Kind::kText) texts_.push_back(field.path);
      if (field.kind == Kind::kSection && field.value != kNone) Set(field.path, "{}");
      if (field.kind == Kind::kValue) Set(field.path, field.value);
    }
  }

  /// Returns the rules of the tree. Takes the name, title and sources from `rules`, but
  /// not its assumptions, which may not hold for the changed rules.
  RuleSet Read(const RuleSet& rules) {
    YamlNode list;
    list.kind = YamlNode::Kind::kList;
    *Find("name") = Scalar("changed");
    *Find("title") = Scalar("changed");
    *Find("sources") = list;
    RuleSet read = ReadRules(root_)->data();
    read.name = rules.name;
    read.title = rules.title;
    read.sources = rules.sources;
    return read;
  }

  void Change(const std::string& path, std::string_view value) {
    if (std::ranges::find(texts_, path) != texts_.end()) {
      throw Error(origin_ + ": " + path + ": has no effect on the game; expected another key");
    }
    const bool is_map = std::ranges::find(maps_, path) != maps_.end();
    if (is_map && value == kNone) return Remove(path);
    Set(path, value);
  }

 private:
  void Set(const std::string& path, std::string_view value) {
    *Find(path) = ParseFlowValue(value, origin_ + ": " + path);
    SetPlace(Find(path));
  }

  /// Removes an optional map. Such maps are at the top level of a file or inside each other.
  void Remove(const std::string& path) {
    const size_t dot = path.rfind('.');
    YamlNode* map = dot == path.npos ? &root_ : Find(path.substr(0, dot));
    const std::string key = path.substr(dot + 1);
    for (size_t i = 0; i < map->keys.size(); ++i) {
      if (map->keys[i].text != key) continue;
      map->keys.erase(map->keys.begin() + static_cast<std::ptrdiff_t>(i));
      map->items.erase(map->items.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }

  /// Returns the value at a path. Creates it, and the maps around it, if it does not exist.
  YamlNode* Find(const std::string& whole) {
    YamlNode* node = &root_;
    std::string_view path = whole;
    while (!path.empty()) {
      if (node->kind == YamlNode::Kind::kNull) node->kind = YamlNode::Kind::kMap;
      if (node->kind != YamlNode::Kind::kMap) {
        const std::string around = whole.substr(0, whole.size() - path.size() - 1);
        throw Error(origin_ + ": " + around + " has no keys; expected " + around + "=VALUE");
      }
      const std::string key(path.substr(0, path.find('.')));
      path.remove_prefix(std::min(key.size() + 1, path.size()));
      node = Child(node, key);
    }
    return node;
  }

  YamlNode* Child(YamlNode* map, const std::string& key) const {
    for (size_t i = 0; i < map->keys.size(); ++i) {
      if (map->keys[i].text == key) return &map->items[i];
    }
    map->keys.push_back(Scalar(key));
    map->keys.back().place = origin_;
    map->items.emplace_back().place = origin_;
    return &map->items.back();
  }

  void SetPlace(YamlNode* node) const {
    node->place = origin_;
    for (YamlNode& key : node->keys) SetPlace(&key);
    for (YamlNode& item : node->items) SetPlace(&item);
  }

  const std::string origin_;
  YamlNode root_;
  std::vector<std::string> texts_;  // the keys without effect on the game
  const std::vector<std::string> maps_ = OptionalMaps();
};

/// Returns the changes that turn `base` into `rules`, in canonical form. A map that `base` lacks is
/// added by naming its keys, or as `{}` if all of them have their defaults.
std::string Difference(const RuleSet& base, const RuleSet& rules) {
  std::map<std::string, std::string> before;
  for (const RuleField& field : FieldsOf(base)) before[field.path] = field.value;
  std::string changes, empty_map;
  for (const RuleField& field : FieldsOf(rules)) {
    if (!empty_map.empty() && !field.path.starts_with(empty_map + ".")) {
      changes += "+" + std::exchange(empty_map, "") + "={}";
    }
    const auto known = before.find(field.path);
    const bool is_new = known == before.end();
    if (is_new ? field.may_be_left_out : known->second == field.value) continue;
    empty_map = field.kind == Kind::kSection && field.value != kNone ? field.path : "";
    if (empty_map.empty()) changes += "+" + field.path + "=" + field.value;
  }
  return empty_map.empty() ? changes : changes + "+" + empty_map + "={}";
}

}  // namespace

RuleName SplitRuleName(std::string_view text) {
  const size_t end = FindChange(text, 0);
  return {std::string(text.substr(0, end)), std::string(text.substr(end))};
}

bool IsRuleName(std::string_view name) {
  const std::string kFirst = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  const std::string kAllowed = kFirst + "-_.";
  const auto [base, changes] = SplitRuleName(name);
  return !base.empty() && base.size() <= kMaxBaseName && name.size() <= kMaxRuleName &&
         kFirst.find(base[0]) != kFirst.npos && !IsYamlNull(name) &&
         base.find_first_not_of(kAllowed) == base.npos &&
         changes.find_first_not_of(kAllowed + "+=[]{},/") == changes.npos;
}

RuleSet ChangeRules(const RuleSet& base, std::string_view changes, const std::string& origin) {
  RuleTree tree(base, origin);
  for (size_t begin = 0; begin < changes.size();) {
    const size_t end = FindChange(changes, begin + 1);
    const std::string_view change = changes.substr(begin, end - begin);
    const size_t head = LengthOfHead(change);
    if (head == 0) {
      throw Error(origin + ": " + QuoteForError(change) +
                  " is not a change; expected +KEY=VALUE, as in +first=defenders");
    }
    tree.Change(std::string(change.substr(1, head - 2)), change.substr(head));
    begin = end;
  }
  RuleSet rules = tree.Read(base);
  const std::string difference = Difference(base, rules);
  if (difference.empty()) return base;
  rules.name += difference;
  if (rules.name.size() > kMaxRuleName) {
    throw Error(origin + ": too many changes for a name; expected a rule file with these rules");
  }
  rules.title += " (" + difference.substr(1) + ")";
  return rules;
}

namespace {

/// Whether a king who must be surrounded is safe beside squares of a kind: if attackers may not
/// stop there and the squares are not hostile to him, that side of him stays open.
bool StaysOpen(ClassSet stop, ClassSet hostile) {
  return !stop.HasRoyal() && !stop.HasSameCamp() && !hostile.Has(PieceClass::kKing);
}

/// Whether no rule lets the attackers capture the king, wherever he stands.
bool IsSafeEverywhere(const RuleSet& rules) {
  const KingRules& king = rules.king;
  const bool by_throne = rules.throne && (king.beside_throne != KingCapture::kNever ||
                                          king.on_throne != KingCapture::kNever);
  return king.open == KingCapture::kNever && king.at_edge == KingCapture::kNever && !by_throne;
}

}  // namespace

std::vector<std::string> OversightsOf(const RuleSet& rules) {
  std::vector<std::string> found;
  if (rules.throne && rules.king.beside_throne == KingCapture::kSurround &&
      StaysOpen(rules.throne->stop, rules.throne->hostile_empty)) {
    found.emplace_back(
        "throne.hostile_empty: without 'king' a king beside the empty throne can never be "
        "captured, since king.capture.beside_throne is surround");
  }
  if (rules.camps && rules.king.open == KingCapture::kSurround &&
      (StaysOpen(rules.camps->stop, rules.camps->hostile) ||
       (rules.camps->close && StaysOpen(rules.camps->closed_stop, rules.camps->hostile)))) {
    found.emplace_back(
        "camps.hostile: without 'king' a king beside an empty camp can never be captured, since "
        "king.capture.open is surround");
  }
  if (rules.goal == Goal::kCorners && rules.corners &&
      !rules.corners->stop.Has(PieceClass::kKing)) {
    found.emplace_back(
        "corners.stop: without 'king' the king can never reach his goal, since goal is corners");
  }
  if (IsSafeEverywhere(rules)) {
    found.emplace_back("king.capture: 'never' everywhere, so the king can never be captured");
  }
  return found;
}

}  // namespace raichi
