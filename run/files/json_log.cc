#include "run/files/json_log.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/patience.h"
#include "base/json.h"
#include "base/sums.h"

namespace raichi {
namespace {

constexpr uint64_t kMaxLogBytes = uint64_t{1} << 30;

/// Returns the line without its checksum, and sets whether it had one.
Json ParseLine(const std::string& line, const JsonLog::Check& check, bool* is_summed) {
  return ReadJson("", [&] {
    Json json = ParseJson(line);
    if (!json.is_object()) throw Error("not a JSON object");
    *is_summed = TakeSum(&json);
    if (check) check(json);
    return json;
  });
}

std::string TextOf(const Json& line) { return JsonText(WithSum(line)) + "\n"; }

}  // namespace

JsonLog::JsonLog(std::filesystem::path path, const Check& check) : path_(std::move(path)) {
  const std::optional<std::string> text =
      ReadPatiently(Patience(), [this] { return ReadFileIfThere(path_, kMaxLogBytes); });
  if (!text) return;
  std::istringstream file(*text);
  uint64_t whole_bytes = 0;
  bool is_damaged = false;
  size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const bool is_last = file.eof();  // the last line has no newline
    try {
      bool is_summed = false;
      lines_.push_back(ParseLine(line, check, &is_summed));
      unsummed_.push_back(!is_summed);
    } catch (const std::exception& error) {
      const std::string fault = PlaceOf(number) + error.what();
      if (!check && is_last) break;  // the writer has not completed this line
      if (!check) throw Error(fault);
      PrintWarning(fault + "; left out");
      is_damaged = true;
    }
    whole_bytes += line.size() + (is_last ? 0 : 1);
    lacks_newline_ = is_last;
  }
  end_ = FileEnd(*text, whole_bytes);
  if (!is_damaged) return;
  KeepAsBad(path_);
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
  const std::string text = (lacks_newline_ ? "\n" : "") + TextOf(line);
  AppendAt(path_, &end_, text);
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
  for (const Json& line : lines_) text += TextOf(line);
  AtomicWrite(path_, text);
  end_ = FileEnd(text, text.size());
  lacks_newline_ = false;
  unsummed_.clear();
}

}  // namespace raichi
