#include "run/files/shard_name.h"

#include <charconv>
#include <cstdio>

#include "base/error.h"
#include "selfplay/records/shard_folder.h"
#include "selfplay/records/shard_header.h"

namespace raichi {

std::string ShardName::ToString() const {
  char text[64];
  std::snprintf(text, sizeof text, "%06d-%02d-%06d.games", model, stream, number);
  return text;
}

std::optional<ShardName> ShardName::Parse(const std::string& file_name) {
  ShardName name;
  const char* at = file_name.data();
  const char* end = at + file_name.size();
  for (int* part : {&name.model, &name.stream, &name.number}) {
    const auto [rest, error] = std::from_chars(at, end, *part);
    if (error != std::errc() || rest == end) return std::nullopt;
    at = rest + 1;
  }
  return name.ToString() == file_name ? std::optional(name) : std::nullopt;
}

int64_t CountGamesFrom(const std::filesystem::path& folder, int first_model) {
  int64_t count = 0;
  for (const std::filesystem::path& path : ShardsIn(folder)) {
    const auto name = ShardName::Parse(path.filename());
    if (!name || name->model < first_model) continue;
    try {
      count += ReadShardHeader(path).games;
    } catch (const Error&) {
    }
  }
  return count;
}

}  // namespace raichi
