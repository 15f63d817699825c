#include "run/files/json_log.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/patience.h"
#include "base/json.h"
#include "run/files/append_file.h"

namespace raichi {
namespace {

constexpr uint64_t kMaxLogBytes = uint64_t{1} << 30;

Json ParseLine(const std::string& line, const JsonLog::Check& check) {
  return ReadJson("", [&] {
    Json json = ParseJson(line);
    if (!json.is_object()) throw Error("not a JSON object");
    if (check) check(json);
    return json;
  });
}

}  // namespace

JsonLog::JsonLog(std::filesystem::path path, const Check& check) : path_(std::move(path)) {
  const std::optional<std::string> text =
      ReadPatiently(Patience(), [this] { return ReadFileIfThere(path_, kMaxLogBytes); });
  if (!text) return;
  std::istringstream file(*text);
  bool is_damaged = false;
  size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const bool is_last = file.eof();  // the last line has no newline
    try {
      lines_.push_back(ParseLine(line, check));
    } catch (const std::exception& error) {
      const std::string fault = PlaceOf(number) + error.what();
      if (!check && is_last) break;  // the writer has not completed this line
      if (!check) throw Error(fault);
      PrintWarning(fault + "; left out");
      is_damaged = true;
    }
    whole_bytes_ += line.size() + (is_last ? 0 : 1);
    lacks_newline_ = is_last;
  }
  if (!is_damaged) return;
  AtomicWrite(BadName(path_), ReadFile(path_, kMaxLogBytes));
  Write();
}

void JsonLog::ForEach(const std::function<void(const Json&)>& read) const {
  for (size_t i = 0; i < lines_.size(); ++i) {
    try {
      ReadJson("", [&] { read(lines_[i]); });
    } catch (const Error& error) {
      throw Error(PlaceOf(i + 1) + error.what());
    }
  }
}

void JsonLog::Append(Json line) {
  const std::string text = (lacks_newline_ ? "\n" : "") + JsonText(line) + "\n";
  AppendAt(path_, whole_bytes_, text);
  whole_bytes_ += text.size();
  lacks_newline_ = false;
  lines_.push_back(std::move(line));
}

void JsonLog::ReplaceLast(Json line) {
  lines_.back() = std::move(line);
  Write();
}

void JsonLog::Replace(std::vector<Json> lines) {
  lines_ = std::move(lines);
  Write();
}

void JsonLog::DropWhere(const std::function<bool(const Json&)>& is_stale) {
  if (std::erase_if(lines_, is_stale) > 0) Write();
}

/// `FILE:LINE: `, with lines counted from 1.
std::string JsonLog::PlaceOf(size_t line) const {
  return path_.string() + ":" + std::to_string(line) + ": ";
}

void JsonLog::Write() {
  std::string text;
  for (const Json& line : lines_) text += JsonText(line) + "\n";
  AtomicWrite(path_, text);
  whole_bytes_ = text.size();
  lacks_newline_ = false;
}

}  // namespace raichi
