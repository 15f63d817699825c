#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/records/record.h"

namespace raichi {

/// Shards: files of game records, `docs/game-records.md`.

/// Publishes `records` (at least one, ids strictly ascending) as a new file, as PublishNew
/// (files.h) does: an existing shard with other bytes is an Error and stays. Equal records give
/// equal bytes. Throws Error if a record exceeds its limits.
void WriteShard(const std::filesystem::path& path, std::span<const GameRecord> records);
/// The bytes of that file.
std::string ShardBytes(std::span<const GameRecord> records);

/// A shard in memory, still compressed. The constructor checks the header, the checksum of the
/// whole body and the frames' sizes; reading a game checks everything else except its moves (see
/// CheckRecord). Errors name the file and, where one game is at fault, its index: DamagedError,
/// VersionError for an unknown version of the shard or a game, ReadError from the file system. A
/// reader that was moved from has no games.
class ShardReader {
 public:
  explicit ShardReader(const std::filesystem::path& path);
  ShardReader(ShardReader&&) = default;
  ShardReader& operator=(ShardReader&&) = default;
  ShardReader(const ShardReader&) = delete;
  ShardReader& operator=(const ShardReader&) = delete;

  const std::filesystem::path& path() const { return path_; }
  size_t size() const { return ends_.size(); }
  uint64_t first_id() const { return first_id_; }
  uint64_t last_id() const { return last_id_; }

  GameRecord Read(size_t index) const;
  /// All games, with their ids checked to ascend.
  std::vector<GameRecord> ReadAll() const;
  /// The canonical MessagePack bytes of a game, unpacked but not yet parsed.
  std::string Unpack(size_t index) const;

 private:
  void ParseHeader();
  void FindFrames(uint32_t count);
  std::string_view Frame(size_t index) const;
  [[noreturn]] void Fail(const std::string& what) const;
  [[noreturn]] void Fail(size_t index, const std::string& what) const;

  std::filesystem::path path_;
  std::string bytes_;
  std::vector<size_t> ends_;  // of the games' frames in bytes_; each begins where the last ended
  uint64_t first_id_ = 0;
  uint64_t last_id_ = 0;
};

/// Reads a shard and all its games in one go.
std::vector<GameRecord> ReadShard(const std::filesystem::path& path);

}  // namespace raichi
