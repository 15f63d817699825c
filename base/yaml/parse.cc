#include <fcntl.h>
#include <unistd.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/files/guard.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/text.h"
#include "base/yaml/value.h"
#include "base/yaml/write.h"
#include "base/yaml/yaml.h"

namespace raichi {
namespace {

std::string PlaceAt(const std::string& origin, int line) {
  return origin + ":" + std::to_string(line);
}

void CheckCharacters(std::string_view text, const std::string& origin) {
  if (text.size() > kMaxYamlBytes) {
    throw Error(origin + ": longer than the " + std::to_string(kMaxYamlBytes >> 10) +
                " KiB that such a file may have");
  }
  int line = 1;
  for (size_t begin = 0; begin < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (!IsCleanText(text.substr(begin, end - begin), true)) {
      throw Error(PlaceAt(origin, line) + ": expected UTF-8 text without control characters");
    }
    begin = end + 1;
  }
}

void CheckKeysDiffer(const YamlNode& map) {
  std::set<std::string_view> seen;
  for (const YamlNode& key : map.keys) {
    if (key.kind == YamlNode::Kind::kScalar && !seen.insert(key.text).second) {
      throw Error(key.place + ": the key '" + key.text + "' appears twice");
    }
  }
}

/// Builds the tree from the parser's events. Does not use yaml-cpp's nodes, because `YAML::LoadAll`
/// never returns on some texts, and a graph with aliases can be far larger than its text.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const std::string& origin) : origin_(origin) {}

  YamlNode& root() { return root_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Open(mark, YamlNode::Kind::kNull, anchor);
    Close();
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto target = anchors_.find(anchor);
    if (target == anchors_.end()) {
      throw Error(PlaceOf(mark) + ": an alias inside the value that it stands for");
    }
    nodes_ += CountNodes(target->second);
    alias_bytes_ += CountBytes(target->second);
    if (alias_bytes_ > kMaxYamlBytes)
      throw Error(PlaceOf(mark) + ": aliases that stand for too much");
    Open(mark, YamlNode::Kind::kNull, YAML::NullAnchor);
    YamlNode copy = target->second;
    copy.place = open_.back().node.place;
    open_.back().node = std::move(copy);
    Close();
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Open(mark, YamlNode::Kind::kScalar, anchor);
    open_.back().node.text = value;
    open_.back().node.plain = tag != "!";
    Close();
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Open(mark, YamlNode::Kind::kList, anchor);
  }
  void OnSequenceEnd() override { Close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Open(mark, YamlNode::Kind::kMap, anchor);
  }
  void OnMapEnd() override {
    CheckKeysDiffer(open_.back().node);
    Close();
  }

 private:
  struct OpenNode {
    YamlNode node;
    YAML::anchor_t anchor;
  };

  std::string PlaceOf(const YAML::Mark& mark) const { return PlaceAt(origin_, mark.line + 1); }

  static int CountNodes(const YamlNode& node) {
    int count = 1;
    for (const YamlNode& key : node.keys) count += CountNodes(key);
    for (const YamlNode& item : node.items) count += CountNodes(item);
    return count;
  }

  static size_t CountBytes(const YamlNode& node) {
    size_t count = node.text.size();
    for (const YamlNode& key : node.keys) count += CountBytes(key);
    for (const YamlNode& item : node.items) count += CountBytes(item);
    return count;
  }

  void Open(const YAML::Mark& mark, YamlNode::Kind kind, YAML::anchor_t anchor) {
    YamlNode node;
    node.kind = kind;
    node.place = PlaceOf(mark);
    if (open_.size() > kMaxYamlDepth || ++nodes_ > kMaxYamlNodes) {
      throw Error(node.place + ": nested too deeply or too long");
    }
    open_.push_back({std::move(node), anchor});
  }

  /// Completes the innermost open node and adds it to the node around it.
  void Close() {
    OpenNode done = std::move(open_.back());
    open_.pop_back();
    if (done.anchor != YAML::NullAnchor) anchors_[done.anchor] = done.node;
    if (open_.empty()) {
      root_ = std::move(done.node);
      return;
    }
    YamlNode& around = open_.back().node;
    const bool is_key =
        around.kind == YamlNode::Kind::kMap && around.keys.size() == around.items.size();
    // yaml-cpp gives a missing value the position of the next token, which may be on a later line.
    if (!is_key && !around.keys.empty() && done.node.kind == YamlNode::Kind::kNull) {
      done.node.place = around.keys.back().place;
    }
    (is_key ? around.keys : around.items).push_back(std::move(done.node));
  }

  const std::string& origin_;
  std::vector<OpenNode> open_;
  std::map<YAML::anchor_t, YamlNode> anchors_;
  YamlNode root_;
  int nodes_ = 0;
  size_t alias_bytes_ = 0;  // of the texts that aliases stand for
};

}  // namespace

YamlNode ParseYaml(std::string_view text, const std::string& origin) {
  CheckCharacters(text, origin);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    TreeBuilder builder(origin);
    if (!parser.HandleNextDocument(builder)) {
      throw Error(origin + ": empty; expected a map of keys and values");
    }
    TreeBuilder rest(origin);
    if (parser.HandleNextDocument(rest)) {
      throw Error(origin + ": more than one YAML document; expected one map of keys and values");
    }
    return std::move(builder.root());
  } catch (const YAML::Exception& error) {
    const std::string place = error.mark.is_null() ? origin : PlaceAt(origin, error.mark.line + 1);
    throw Error(place + ": not YAML: " + error.msg);
  }
}

namespace {

/// Appends the rest of the file to `text`. Stops when `text` is one byte longer than the longest
/// valid document; the parser then reports the error. Returns false, with errno set, if reading
/// failed.
bool ReadRest(int descriptor, std::string* text) {
  char buffer[4096];
  while (text->size() <= kMaxYamlBytes) {
    const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    text->append(buffer, static_cast<size_t>(count));
  }
  return true;
}

}  // namespace

YamlNode LoadYaml(const std::filesystem::path& file) {
  const std::string text = ReadPatiently(Patience(), [&] {
    const Descriptor descriptor = OpenFile(file, O_RDONLY);
    std::string read;
    if (descriptor.IsOpen() && ReadRest(descriptor.number(), &read)) return read;
    const int code = errno;
    throw ReadError(file.string() + ": cannot be read: " + SystemReason(file, code), code);
  });
  if (!AgreesWithSumLine(text)) {
    throw DamagedError(file.string() +
                       ": its last line is not the checksum of the others, so it is damaged or was "
                       "changed by hand; restore it or, if the change is meant, remove that line");
  }
  return ParseYaml(text, file.string());
}

// This function has a file of its own because the web build leaves it out: its C++ library cannot
// parse fractions, and rule files contain none.

namespace {

std::string Shown(double number) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.begin(), text.end(), number).ptr};
}

}  // namespace

double YamlValue::Real(double low, double high) const {
  const auto number = ParseNumber(node_->text, low, high);
  if (!number || !node_->plain) Want("a number from " + Shown(low) + " to " + Shown(high));
  return *number;
}

}  // namespace raichi
