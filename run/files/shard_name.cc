#include "run/files/shard_name.h"

#include <cstdio>
#include <set>

#include "base/error.h"
#include "base/parse_number.h"
#include "selfplay/records/run_shards.h"
#include "selfplay/records/shard_header.h"

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

int64_t CountGamesFrom(const std::filesystem::path& folder, int first_model) {
  const RunShards shards(folder);
  int64_t count = 0;
  for (const int model : shards.models()) {
    if (model < first_model) continue;
    for (const std::filesystem::path& path : shards.Of(model)) {
      if (!ShardName::Parse(path.filename())) continue;
      try {
        count += ReadShardHeader(path).games;
      } catch (const Error&) {
      }
    }
  }
  return count;
}

size_t CountStreamsOf(const std::filesystem::path& folder, int model) {
  std::set<int> streams;
  for (const std::filesystem::path& path : RunShards(folder).Of(model)) {
    if (const auto name = ShardName::Parse(path.filename())) streams.insert(name->stream);
  }
  return streams.size();
}

}  // namespace raichi
