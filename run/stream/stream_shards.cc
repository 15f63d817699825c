#include "run/stream/stream_shards.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "run/files/folder.h"
#include "run/files/state.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

void FinishedGames::Add(int model, std::vector<GameRecord> games, Time now) {
  if (games_.empty()) since_ = now;
  model_ = model;
  std::ranges::move(games, std::back_inserter(games_));
}

bool FinishedGames::AreDue(int games_per_shard, std::chrono::seconds longest_wait, Time now) const {
  return !games_.empty() &&
         (static_cast<int>(games_.size()) >= games_per_shard || now - since_ > longest_wait);
}

void FinishedGames::WriteAll() {
  if (games_.empty()) return;
  write_(model_, games_);
  games_.clear();
}

bool FinishedGames::TryWriteAll() {
  trouble_.clear();
  try {
    WriteAll();
  } catch (const WriteError& error) {
    if (!MayPass(error.code())) throw;
    trouble_ = error.what();
  }
  return trouble_.empty();
}

std::chrono::seconds LongestWait(size_t streams) {
  constexpr size_t kMany = 8;
  return std::chrono::seconds(streams > kMany ? 60 : 10);
}

bool MayPass(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO || error == ESTALE;
}

namespace {

namespace fs = std::filesystem;

constexpr int kStreamBits = 40;  // a stream's first game id is its number, shifted by this
constexpr const char* kExtension = ".games";

/// The name of a shard; the former name of one that was set aside, `….games.bad.2`; and the future
/// name of one that is being written, `….games.HOST.PID.START.tmp`.
std::optional<ShardName> NameOf(const fs::path& file) {
  const std::string name = file.filename();
  const size_t end = name.find(".games.");
  return ShardName::Parse(end == std::string::npos ? name : name.substr(0, end) + kExtension);
}

/// Returns the header of a shard; nothing if it is damaged, and the shard is then set aside, or if
/// another process has just done so.
std::optional<ShardHeader> HeaderOf(const fs::path& shard) {
  std::optional<ShardHeader> header;
  try {
    ReadOrSetAside(shard, [&] { header = ReadShardHeader(shard); });
  } catch (const ReadError& error) {
    if (error.code() != ENOENT) throw;
  }
  return header;
}

/// Returns the header of a shard that was set aside; nothing if it cannot be read.
std::optional<ShardHeader> HeaderOfBad(const fs::path& file) {
  try {
    return ReadShardHeader(file);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

StreamShards::StreamShards(fs::path games, int stream, bool is_new)
    : games_(std::move(games)),
      stream_(stream),
      first_free_game_(static_cast<uint64_t>(stream) << kStreamBits) {
  if (is_new) return;
  ReadPatiently(Patience(), [&] {
    const RunShards shards(games_);
    loose_ = shards.Loose();
    for (const fs::path& folder : shards.Folders()) {
      RemoveTemporaries(folder);
      for (const fs::path& file : ListFolder(folder)) Note(file);
    }
  });
}

void StreamShards::RemoveTemporaries(const fs::path& folder) const {
  RemoveDeadTemporaries(folder);
  for (const fs::path& file : ListFolder(folder)) {
    const auto name = NameOf(file);
    if (file.extension() == ".tmp" && name && name->stream == stream_) RemoveFile(file);
  }
}

/// Marks the name and the game ids of a file as used, if it is a shard of the stream or was one.
void StreamShards::Note(const fs::path& file) {
  const auto name = NameOf(file);
  if (!name || name->stream != stream_) return;
  int& next = next_numbers_[name->model];
  next = std::max(next, name->number + 1);
  const auto header = file.extension() == kExtension ? HeaderOf(file) : HeaderOfBad(file);
  if (header) first_free_game_ = std::max(first_free_game_, header->last_id + 1);
}

int64_t StreamShards::CountGames(int model) const {
  int64_t games = 0;
  std::vector<fs::path> files = ShardsIn(games_ / NumberedName(model));
  files.insert(files.end(), loose_.begin(), loose_.end());
  for (const fs::path& file : files) {
    const auto name = ShardName::Parse(file.filename());
    if (!name || name->stream != stream_ || name->model != model) continue;
    if (const auto header = HeaderOf(file)) games += header->games;
  }
  return games;
}

void StreamShards::Write(int model, std::vector<GameRecord> games) {
  std::ranges::sort(games, {}, &GameRecord::game_id);
  const std::string bytes = ShardBytes(games);
  const auto path = [&](int number) {
    return NewShardPath(games_, ShardName{model, stream_, number}.ToString());
  };
  int& next = next_numbers_[model];
  const auto publish = [&] {
    EnsureFolder(path(next).parent_path());
    while (!TryPublishNew(path(next), bytes)) ++next;
  };
  try {
    publish();
  } catch (const WriteError& error) {
    if (error.code() != ENOENT) throw;
    publish();  // a trainer that set the run back may just have removed the empty folder
  }
  ++next;
}

}  // namespace raichi
