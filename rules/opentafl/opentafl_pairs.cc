#include "rules/opentafl/opentafl_pairs.h"

#include <algorithm>

#include "base/error.h"
#include "base/yaml/text.h"

namespace raichi {
namespace {

constexpr size_t kMaxRecord = 16 << 10;

}  // namespace

std::string ShowOpenTafl(std::string_view text) {
  constexpr size_t kLongest = 60;
  if (!IsCleanText(text, false)) return "(not text)";
  if (text.size() > kLongest) return "(a long text)";
  return std::string(text);
}

void FailOpenTafl(std::string_view key, std::string_view value, std::string_view expected) {
  throw Error("OpenTafl record: " + ShowOpenTafl(key) + ":" + ShowOpenTafl(value) + ": expected " +
              std::string(expected));
}

std::vector<std::string_view> SplitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

OpenTaflPairs::OpenTaflPairs(std::string_view record) {
  constexpr std::string_view kBlank = " \t\r\n";
  if (record.size() > kMaxRecord) throw Error("OpenTafl record: longer than 16 KiB");
  size_t begin = 0;
  while ((begin = record.find_first_not_of(kBlank, begin)) != std::string_view::npos) {
    const size_t end = std::min(record.find_first_of(kBlank, begin), record.size());
    const std::string_view token = record.substr(begin, end - begin);
    const bool command = begin == 0 && token == "rules";  // as in the engine protocol
    if (!command) Add(token);
    begin = end;
  }
}

std::optional<std::string> OpenTaflPairs::Take(std::string_view key) {
  const auto pair =
      std::find_if(pairs_.begin(), pairs_.end(), [&](const auto& p) { return p.first == key; });
  if (pair == pairs_.end()) return std::nullopt;
  std::string value = std::move(pair->second);
  pairs_.erase(pair);
  return value;
}

void OpenTaflPairs::Add(std::string_view token) {
  const size_t colon = token.find(':');
  if (colon == 0 || colon == std::string_view::npos) {
    throw Error("OpenTafl record: '" + ShowOpenTafl(token) + "': expected key:value");
  }
  const std::string_view key = token.substr(0, colon);
  const std::string_view value = token.substr(colon + 1);
  for (const auto& pair : pairs_) {
    if (pair.first == key) FailOpenTafl(key, value, "the key once");
  }
  pairs_.emplace_back(key, value);
}

}  // namespace raichi
