#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/records/record.h"

namespace raichi {

/// The header of a shard (`docs/game-records.md`), which states how many games the shard holds.
struct ShardHeader {
  uint32_t games = 0;
  uint64_t first_id = 0;  // Of the first game.
  uint64_t last_id = 0;   // Of the last game.
  uint64_t body_size = 0;
  uint64_t body_checksum = 0;

  static constexpr size_t kSize = 64;
  static constexpr uint32_t kMaxGames = uint32_t{1} << 20;

  std::string ToBytes() const;
  /// Parses the header of `path` from the file's first bytes, at most kSize of them. Checks
  /// everything that can be checked without the body: the header's checksum, the number of games
  /// and the size of the file. Throws DamagedError and VersionError naming the file.
  static ShardHeader Parse(const std::filesystem::path& path, std::string_view bytes,
                           uint64_t file_size);
};

/// Reads the header of a shard and nothing else of the file. Damage to the games goes unnoticed as
/// long as the size of the file is right. Throws as ShardHeader::Parse, and ReadError.
ShardHeader ReadShardHeader(const std::filesystem::path& path);

/// Shards are files of game records. Their format is described in `docs/game-records.md`.

/// Writes `records` (at least one, ids strictly ascending) to a new file by PublishNew (files.h):
/// if a shard with other bytes exists, it remains and Error is thrown. Equal records give equal
/// bytes. Throws Error if a record exceeds its limits or the shard is larger than 1 GiB.
void WriteShard(const std::filesystem::path& path, std::span<const GameRecord> records);
/// Returns the bytes that WriteShard would write.
std::string ShardBytes(std::span<const GameRecord> records);

/// A shard in memory, still compressed. The constructor checks the header, the checksum of the
/// whole body and the sizes of the frames. Reading a game checks everything else except its moves
/// (see CheckRecord). Errors name the file and, if one game is at fault, its index: DamagedError,
/// VersionError for an unknown version of the shard or of a game, and ReadError from the file
/// system. A moved-from reader has no games.
class ShardReader {
 public:
  explicit ShardReader(const std::filesystem::path& path);
  /// Takes the bytes of the file `path`, which is only named in errors.
  ShardReader(const std::filesystem::path& path, std::string bytes);
  /// Returns the bytes of a shard, of which nothing is checked. Throws ReadError and DamagedError.
  static std::string BytesOf(const std::filesystem::path& path);
  ShardReader(ShardReader&&) = default;
  ShardReader& operator=(ShardReader&&) = default;
  ShardReader(const ShardReader&) = delete;
  ShardReader& operator=(const ShardReader&) = delete;

  const std::filesystem::path& path() const { return path_; }
  size_t size() const { return ends_.size(); }
  uint64_t first_id() const { return header_.first_id; }
  uint64_t last_id() const { return header_.last_id; }

  GameRecord Read(size_t index) const;
  /// Calls `visit` with each game, in order. Checks that their ids ascend.
  void ForEach(const std::function<void(GameRecord&&)>& visit) const;
  /// Returns all games, checked in the same way. Calls `between` after each game; what it throws
  /// ends the reading.
  std::vector<GameRecord> ReadAll(const std::function<void()>& between = [] {}) const;
  /// Returns the canonical MessagePack bytes of a game, decompressed but not yet parsed.
  std::string Unpack(size_t index) const;

 private:
  void FindFrames();
  std::string_view Frame(size_t index) const;
  [[noreturn]] void Fail(const std::string& what) const;
  [[noreturn]] void Fail(size_t index, const std::string& what) const;

  std::filesystem::path path_;
  std::string bytes_;
  ShardHeader header_;
  // Ends of the games' frames in bytes_. Each frame begins where the previous one ends.
  std::vector<size_t> ends_;
};

/// Calls `visit` with each game of a shard, in order, and holds no other game in memory: a shard of
/// a few kilobytes may hold gigabytes of games.
void ForEachGame(const std::filesystem::path& path, const std::function<void(GameRecord&&)>& visit);
/// Reads all games of a shard. Only for shards whose games were checked before.
std::vector<GameRecord> ReadShard(const std::filesystem::path& path);

}  // namespace raichi
