#include "run/files/ledger_line.h"

#include <string_view>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/json.h"

namespace raichi {
namespace {

constexpr int kVersion = 1;
constexpr std::string_view kBeforeSum = ",\"sum\":\"";
constexpr std::string_view kAfterSum = "\"}";
constexpr size_t kSumDigits = 16;
constexpr size_t kEnd = kBeforeSum.size() + kSumDigits + kAfterSum.size();

/// Returns the object's text with a checksum, which is that of the text without it.
std::string WithLastSum(const Json& object) {
  const std::string text = JsonText(object);
  std::string line = text.substr(0, text.size() - 1);
  return line.append(kBeforeSum).append(ChecksumText(text)).append(kAfterSum);
}

/// Checks the checksum and returns the object without it.
Json WithoutLastSum(const std::string& line) {
  const bool has_sum = line.size() > kEnd && line.ends_with(kAfterSum) &&
                       std::string_view(line).substr(line.size() - kEnd).starts_with(kBeforeSum);
  if (!has_sum) throw DamagedError("not a line of a ledger");
  const std::string text = line.substr(0, line.size() - kEnd) + "}";
  if (ChecksumText(text) != line.substr(line.size() - kAfterSum.size() - kSumDigits, kSumDigits)) {
    throw DamagedError("its checksum is wrong");
  }
  return ParseJson(text);
}

Json ToJson(const WindowChange& window) {
  Json json = {{window.is_whole ? "shards" : "added", window.added}};
  if (window.is_whole) {
    json["past"] = window.past;
  } else {
    json["removed"] = window.removed;
  }
  json["dropped"] = window.dropped;
  return json;
}

WindowChange ParseWindow(const Json& json) {
  WindowChange window;
  window.is_whole = json.contains("shards");
  window.added = json.at(window.is_whole ? "shards" : "added").get<std::vector<std::string>>();
  std::vector<std::string>& left = window.is_whole ? window.past : window.removed;
  left = json.at(window.is_whole ? "past" : "removed").get<std::vector<std::string>>();
  window.dropped = json.at("dropped");
  return window;
}

LedgerRecord ParseRecord(const Json& json) {
  LedgerRecord record;
  record.model = json.at("model");
  record.weights = json.at("weights");
  record.steps = json.at("steps");
  record.games = json.at("games");
  record.positions = json.at("positions");
  record.seconds = json.at("seconds");
  if (const auto window = json.find("window"); window != json.end()) {
    record.window = ParseWindow(*window);
  }
  if (const auto line = json.find("progress"); line != json.end()) record.progress = *line;
  return record;
}

}  // namespace

std::string LedgerText(const LedgerRecord& record) {
  Json json = {{"ledger", kVersion},       {"model", record.model}, {"weights", record.weights},
               {"steps", record.steps},    {"games", record.games}, {"positions", record.positions},
               {"seconds", record.seconds}};
  if (record.window) json["window"] = ToJson(*record.window);
  if (!record.progress.is_null()) json["progress"] = record.progress;
  return WithLastSum(json);
}

std::string LedgerText(const std::vector<std::string>& rules, const Json& settings) {
  Json json = {{"ledger", kVersion}, {"rules", rules}};
  if (!settings.is_null()) json["settings"] = settings;
  return WithLastSum(json);
}

std::string LedgerMatchText(const Json& match) {
  return WithLastSum({{"ledger", kVersion}, {"match", match}});
}

LedgerLine ParseLedgerLine(const std::string& text) {
  return ReadJson<DamagedError>("", [&] {
    const Json json = WithoutLastSum(text);
    if (const int version = json.at("ledger"); version != kVersion) {
      throw VersionError("ledger version " + std::to_string(version) + ", expected 1");
    }
    LedgerLine line;
    if (json.contains("rules")) {
      line.rules = json["rules"].get<std::vector<std::string>>();
      line.settings = json.value("settings", Json());
    } else if (json.contains("match")) {
      line.match = json["match"];
    } else {
      line.record = ParseRecord(json);
    }
    return line;
  });
}

}  // namespace raichi
