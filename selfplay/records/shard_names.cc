#include "selfplay/records/shard_names.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

std::string ShardName::ToString() const {
  char text[64];
  std::snprintf(text, sizeof text, "%06d-%02d-%06d.games", model, stream, number);
  return text;
}

std::optional<ShardName> ShardName::Parse(const std::string& file_name) {
  ShardName name;
  std::string_view rest = file_name;
  for (int* part : {&name.model, &name.stream, &name.number}) {
    const auto number = TakeNumber<int>(&rest);
    if (!number || rest.empty()) return std::nullopt;
    *part = *number;
    rest.remove_prefix(1);
  }
  return name.ToString() == file_name ? std::optional(name) : std::nullopt;
}

namespace {

constexpr size_t kMostNames = size_t{1} << 20;

/// Returns `0-3,7` for ascending numbers.
std::string RangesOf(const std::vector<int>& numbers) {
  std::string text;
  for (size_t i = 0, end = 0; i < numbers.size(); i = end) {
    for (end = i + 1; end < numbers.size() && numbers[end] == numbers[end - 1] + 1;) ++end;
    if (i > 0) text += ',';
    text += std::to_string(numbers[i]);
    if (end > i + 1) text += "-" + std::to_string(numbers[end - 1]);
  }
  return text;
}

/// Reads numbers that are written in short.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool IsAtEnd() const { return rest_.empty(); }
  bool Take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  int Number() {
    const std::optional<int> number = TakeNumber<int>(&rest_, 0);
    if (!number) throw DamagedError("has names of shards that cannot be read");
    return *number;
  }

 private:
  std::string_view rest_;
};

void AddNames(int model, std::string_view text, std::vector<std::string>* names) {
  Reader reader(text);
  do {
    const int stream = reader.Number();
    if (!reader.Take(':')) throw DamagedError("has names of shards without a stream");
    do {
      const int64_t first = reader.Number();
      const int64_t last = reader.Take('-') ? reader.Number() : first;
      if (last - first >= static_cast<int64_t>(kMostNames - names->size())) {
        throw DamagedError("has too many names of shards");
      }
      for (int64_t number = first; number <= last; ++number) {
        names->push_back(ShardName{model, stream, static_cast<int>(number)}.ToString());
      }
    } while (reader.Take(','));
  } while (reader.Take(' '));
  if (!reader.IsAtEnd()) throw DamagedError("has names of shards that cannot be read");
}

}  // namespace

Json ShardNamesToJson(const std::vector<std::string>& names) {
  std::map<int, std::map<int, std::vector<int>>> numbers;  // by model and stream
  std::vector<std::string> others;
  for (const std::string& name : names) {
    const auto parts = ShardName::Parse(name);
    const bool is_short = parts && ModelOfShard(name) && parts->stream >= 0 && parts->number >= 0;
    if (is_short) {
      numbers[parts->model][parts->stream].push_back(parts->number);
    } else {
      others.push_back(name);
    }
  }
  Json json = Json::object();
  for (auto& [model, streams] : numbers) {
    std::string text;
    for (auto& [stream, of_stream] : streams) {
      std::ranges::sort(of_stream);
      text += (text.empty() ? "" : " ") + std::to_string(stream) + ":" + RangesOf(of_stream);
    }
    json[NumberedName(model)] = text;
  }
  if (!others.empty()) json[""] = others;
  return json;
}

std::vector<std::string> ShardNamesFromJson(const Json& json) {
  if (!json.is_object()) return json.get<std::vector<std::string>>();
  std::vector<std::string> names;
  for (const auto& [key, value] : json.items()) {
    if (key.empty()) {
      const auto others = value.get<std::vector<std::string>>();
      names.insert(names.end(), others.begin(), others.end());
    } else if (const auto model = ParseNumberedName(key)) {
      AddNames(*model, value.get<std::string>(), &names);
    } else {
      throw DamagedError("has names of shards of `" + key + "`, which is no model");
    }
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace raichi
