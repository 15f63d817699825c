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

}  // namespace

JsonLog::JsonLog(std::filesystem::path path) : path_(std::move(path)) {
  std::ifstream file(path_);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) {
      throw Error(path_.string() + ":" + std::to_string(number) + ": not a JSON object");
    }
    lines_.push_back(std::move(json));
  }
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

void WriteTensorBoard(const std::vector<Json>& lines, const std::filesystem::path& file) {
  std::vector<ScalarEvent> events;
  for (const Json& line : lines) {
    ScalarEvent event{line.value("time", 0.0), line.value("iteration", int64_t{0}), {}};
    AddScalars(line, "", &event);
    events.push_back(std::move(event));
  }
  AtomicWrite(file, EncodeTensorBoard(events));
}

}  // namespace raichi
