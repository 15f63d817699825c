#include "selfplay/records/shard_header.h"

#include "base/check.h"
#include "base/checksum.h"
#include "base/content.h"
#include "base/error.h"
#include "base/files/files.h"
#include "selfplay/records/words.h"

namespace raichi {
namespace {

constexpr uint32_t kSkippableMagic = 0x184D2A57;
constexpr std::string_view kMagic = "RAICHIGM";
constexpr std::string_view kMagicBytes = "\x57\x2a\x4d\x18";  // kSkippableMagic in a file
constexpr uint32_t kVersion = 1;
constexpr size_t kChecksumOffset = ShardHeader::kSize - sizeof(uint64_t);

[[noreturn]] void Fail(const std::filesystem::path& path, const std::string& what) {
  throw DamagedError(path.string() + ": " + what);
}

/// The checksum comes before the version, because a flipped bit must not look like another version.
void CheckBeginning(const std::filesystem::path& path, std::string_view bytes) {
  if (WordAt<uint32_t>(bytes, 0) != kSkippableMagic ||
      WordAt<uint32_t>(bytes, 4) != ShardHeader::kSize - 8 || bytes.substr(8, 8) != kMagic) {
    Fail(path, "not a shard of game records");
  }
  if (WordAt<uint64_t>(bytes, kChecksumOffset) != Checksum(bytes.substr(0, kChecksumOffset))) {
    Fail(path, "damaged header");
  }
  if (const auto version = WordAt<uint32_t>(bytes, 16); version != kVersion) {
    throw VersionError(path.string() + ": shard version " + std::to_string(version) +
                       ", expected 1; it was written by another version of this program");
  }
}

}  // namespace

std::string ShardHeader::ToBytes() const {
  std::string bytes;
  AppendWord(kSkippableMagic, &bytes);
  AppendWord(static_cast<uint32_t>(kSize - 8), &bytes);
  bytes += kMagic;
  AppendWord(kVersion, &bytes);
  AppendWord(games, &bytes);
  AppendWord(first_id, &bytes);
  AppendWord(last_id, &bytes);
  AppendWord(body_size, &bytes);
  AppendWord(body_checksum, &bytes);
  AppendWord(Checksum(bytes), &bytes);
  RAICHI_CHECK(bytes.size() == kSize);
  return bytes;
}

ShardHeader ShardHeader::Parse(const std::filesystem::path& path, std::string_view bytes,
                               uint64_t file_size) {
  if (!bytes.starts_with(kMagicBytes)) {
    const std::string content = NameContent(bytes);
    if (!content.empty()) Fail(path, "holds " + content + "; expected a shard of game records");
  }
  if (bytes.size() < kSize) Fail(path, "truncated: no room for a header");
  CheckBeginning(path, bytes);
  const ShardHeader header = {.games = WordAt<uint32_t>(bytes, 20),
                              .first_id = WordAt<uint64_t>(bytes, 24),
                              .last_id = WordAt<uint64_t>(bytes, 32),
                              .body_size = WordAt<uint64_t>(bytes, 40),
                              .body_checksum = WordAt<uint64_t>(bytes, 48)};
  if (header.body_size != file_size - kSize) {
    Fail(path, "truncated or lengthened: " + std::to_string(file_size - kSize) +
                   " bytes of games, expected " + std::to_string(header.body_size));
  }
  if (header.games == 0 || header.games > kMaxGames) {
    Fail(path, std::to_string(header.games) + " games in the header");
  }
  return header;
}

ShardHeader ReadShardHeader(const std::filesystem::path& path) {
  const FileBeginning file = ReadBeginning(path, ShardHeader::kSize);
  return ShardHeader::Parse(path, file.bytes, file.size);
}

}  // namespace raichi
