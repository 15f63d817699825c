#include "run/files/json_log.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "rules/error.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

Json ParseLine(const std::string& line, const JsonLog::Check& check) {
  Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) throw Error("not a JSON object");
  if (check) check(json);
  return json;
}

}  // namespace

JsonLog::JsonLog(std::filesystem::path path, const Check& check) : path_(std::move(path)) {
  std::ifstream file(path_);
  bool is_damaged = false;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    try {
      lines_.push_back(ParseLine(line, check));
    } catch (const std::exception& error) {
      const std::string fault = path_.string() + ":" + std::to_string(number) + ": " + error.what();
      if (!check) throw Error(fault);
      PrintWarning(fault + "; left out");
      is_damaged = true;
    }
  }
  if (!is_damaged) return;
  std::filesystem::copy_file(path_, path_.string() + ".bad",
                             std::filesystem::copy_options::overwrite_existing);
  Write();
}

void JsonLog::Append(Json line) {
  lines_.push_back(std::move(line));
  Write();
}

void JsonLog::ReplaceLast(Json line) {
  lines_.back() = std::move(line);
  Write();
}

void JsonLog::DropWhere(const std::function<bool(const Json&)>& is_stale) {
  if (std::erase_if(lines_, is_stale) > 0) Write();
}

void JsonLog::Write() const {
  std::string text;
  for (const Json& line : lines_) text += line.dump() + "\n";
  AtomicWrite(path_, text);
}

}  // namespace raichi
