#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

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

}  // namespace raichi
