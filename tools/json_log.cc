#include "tools/json_log.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "rules/error.h"
#include "selfplay/files.h"
#include "tools/tensorboard.h"

namespace raichi {
namespace {

void AddScalars(const Json& object, const std::string& prefix, ScalarEvent* event) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      AddScalars(value, prefix + key + "/", event);
    } else if (value.is_number() && key != "time" && key != "iteration") {
      event->scalars.emplace_back(prefix + key, value.get<float>());
    }
  }
}

ScalarEvent EventOf(const Json& line) {
  ScalarEvent event{line.value("time", 0.0), line.value("iteration", int64_t{0}), {}};
  AddScalars(line, "", &event);
  return event;
}

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

TensorBoardFile::TensorBoardFile(std::filesystem::path path, const std::vector<Json>& lines)
    : path_(std::move(path)) {
  std::string bytes = TensorBoardHeader(lines.empty() ? 0 : lines.front().value("time", 0.0));
  for (const Json& line : lines) bytes += EncodeTensorBoard(EventOf(line));
  AtomicWrite(path_, bytes);
}

void TensorBoardFile::Add(const Json& line) {
  std::ofstream file(path_, std::ios::binary | std::ios::app);
  file << EncodeTensorBoard(EventOf(line)) << std::flush;
  if (!file) throw Error(path_.string() + ": cannot write");
}

}  // namespace raichi
