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

/// Writes `records` (at least one, ids strictly ascending) whole or not at all; equal records give
/// equal bytes. Throws Error as AtomicWrite does, and when a record exceeds its limits.
void WriteShard(const std::filesystem::path& path, std::span<const GameRecord> records);
/// The bytes of that file.
std::string ShardBytes(std::span<const GameRecord> records);

/// A shard in memory, still compressed. Opening checks the header, the checksum of the whole body
/// and the frames' sizes; reading a game checks the rest (not its moves: CheckRecord). Every fault
/// is an Error that names the file, and the game's index where one is at fault.
class ShardReader {
 public:
  explicit ShardReader(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  size_t size() const { return frames_.size(); }
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
  [[noreturn]] void Fail(const std::string& what) const;
  [[noreturn]] void Fail(size_t index, const std::string& what) const;

  std::filesystem::path path_;
  std::string bytes_;
  std::vector<std::string_view> frames_;  // into bytes_, one per game
  uint64_t first_id_ = 0;
  uint64_t last_id_ = 0;
};

/// Reads a shard and all its games in one go.
std::vector<GameRecord> ReadShard(const std::filesystem::path& path);

}  // namespace raichi
