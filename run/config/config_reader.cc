#include "run/config/config_reader.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <utility>

#include "rules/error.h"
#include "rules/yaml/text.h"

namespace raichi {
namespace {

/// Remembers the line of every key below `node`, and finds keys that stand twice.
void RecordOrigins(const YAML::Node& node, const std::string& file, const std::string& path,
                   ConfigOrigins* origins) {
  if (!node.IsMap()) return;
  for (const auto& entry : node) {
    const std::string key = path + entry.first.as<std::string>();
    const std::string origin = file + ":" + std::to_string(entry.first.Mark().line + 1);
    if (!origins->emplace(key, origin).second) throw Error(origin + ": " + key + " stands twice");
    RecordOrigins(entry.second, file, key + ".", origins);
  }
}

void Override(YAML::Node root, const std::string& text, ConfigOrigins* origins) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError("'" + text + "': expected KEY=VALUE, as in budget.minutes=30");
  }
  const std::string path = text.substr(0, equals);
  YAML::Node node;
  node.reset(root);
  std::stringstream keys(path);
  for (std::string key; std::getline(keys, key, '.');) {
    if (node.IsDefined() && !node.IsMap() && !node.IsNull()) {
      throw UsageError("'" + text + "': " + path + " is not a key of the configuration");
    }
    node.reset(node[key]);
  }
  try {
    node = YAML::Load(text.substr(equals + 1));
  } catch (const YAML::Exception&) {
    throw UsageError("'" + text + "': expected a YAML value behind '='");
  }
  (*origins)[path] = text;
}

std::string Shown(const YAML::Node& node) {
  return node.IsScalar() ? "'" + node.Scalar() + "'" : node.IsMap() ? "a mapping" : "a list";
}

std::string Shown(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

}  // namespace

std::string OriginOf(const ConfigOrigins& origins, std::string key, const std::string& file) {
  for (;;) {
    const auto origin = origins.find(key);
    if (origin != origins.end()) return origin->second;
    const size_t dot = key.rfind('.');
    if (dot == std::string::npos) return file;
    key.resize(dot);
  }
}

ConfigReader::ConfigReader(YAML::Node mapping, std::string path, const ConfigOrigins* origins)
    : mapping_(mapping), path_(std::move(path)), origins_(origins) {}

std::string ConfigReader::PathOf(const std::string& key) const {
  return path_.empty() ? key : path_ + "." + key;
}

void ConfigReader::Fail(const std::string& key, const YAML::Node& node,
                        const std::string& expected) const {
  const auto origin = origins_->find(PathOf(key));
  throw Error((origin == origins_->end() ? "" : origin->second + ": ") + PathOf(key) +
              ": expected " + expected + ", found " + Shown(node));
}

YAML::Node ConfigReader::Find(const char* key) {
  known_.emplace_back(key);
  if (!mapping_.IsMap()) return YAML::Node(YAML::NodeType::Undefined);
  return std::as_const(mapping_)[key];
}

ConfigReader ConfigReader::Open(const char* key) {
  const YAML::Node node = Find(key);
  if (node.IsDefined() && !node.IsMap() && !node.IsNull()) Fail(key, node, "a mapping");
  return ConfigReader(node.IsDefined() ? node : YAML::Node(), PathOf(key), origins_);
}

void ConfigReader::Field(const char* key, bool* value) {
  const YAML::Node node = Find(key);
  if (node.IsDefined() && !YAML::convert<bool>::decode(node, *value)) {
    Fail(key, node, "true or false");
  }
}

void ConfigReader::Field(const char* key, std::string* value) {
  const YAML::Node node = Find(key);
  if (!node.IsDefined()) return;
  if (!node.IsScalar()) Fail(key, node, "a text");
  *value = node.Scalar();
}

void ConfigReader::Field(const char* key, std::string* value,
                         const std::vector<std::string>& words) {
  Field(key, value);
  if (std::find(words.begin(), words.end(), *value) != words.end()) return;
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  Fail(key, YAML::Node(*value), "one of " + list);
}

void ConfigReader::Field(const char* key, std::vector<std::string>* value) {
  const YAML::Node node = Find(key);
  if (!node.IsDefined()) return;
  if (!node.IsSequence()) Fail(key, node, "a list, as in [random, greedy]");
  value->clear();
  for (const YAML::Node& item : node) {
    if (!item.IsScalar()) Fail(key, item, "a list of words");
    value->push_back(item.Scalar());
  }
}

int64_t ConfigReader::Whole(const char* key, int64_t value, int64_t low, int64_t high) {
  const YAML::Node node = Find(key);
  if (!node.IsDefined()) return value;
  const bool is_number = node.IsScalar() && YAML::convert<int64_t>::decode(node, value);
  if (!is_number || value < low || value > high) {
    Fail(key, node, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return value;
}

double ConfigReader::Real(const char* key, double value, double low, double high) {
  const YAML::Node node = Find(key);
  if (!node.IsDefined()) return value;
  const bool is_number = node.IsScalar() && YAML::convert<double>::decode(node, value);
  if (!is_number || !(value >= low && value <= high)) {
    Fail(key, node, "a number from " + Shown(low) + " to " + Shown(high));
  }
  return value;
}

void ConfigReader::RejectUnknownKeys() const {
  if (!mapping_.IsMap()) return;
  for (const auto& entry : mapping_) {
    const std::string key = entry.first.Scalar();
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    const auto origin = origins_->find(PathOf(key));
    const std::vector<std::string_view> words(known_.begin(), known_.end());
    throw Error((origin == origins_->end() ? "" : origin->second + ": ") + PathOf(key) +
                ": unknown key" + Suggestion(key, words));
  }
}

std::string ConfigWriter::Text() const {
  YAML::Emitter out;
  out << mapping_;
  return std::string(out.c_str()) + "\n";
}

YAML::Node LoadConfig(const std::string& file, const std::vector<std::string>& overrides,
                      ConfigOrigins* origins) {
  std::ifstream stream(file);
  if (!stream) throw Error(file + ": cannot read this configuration");
  std::stringstream text;
  text << stream.rdbuf();
  YAML::Node root;
  try {
    root = YAML::Load(text.str());
    if (!root.IsMap()) throw Error(file + ":1: expected a mapping of keys");
    RecordOrigins(root, file, "", origins);
  } catch (const YAML::Exception& error) {
    throw Error(file + ":" + std::to_string(error.mark.line + 1) + ": " + error.msg);
  }
  for (const std::string& text_of_one : overrides) Override(root, text_of_one, origins);
  return root;
}

}  // namespace raichi
