#include "selfplay/records/shard_header.h"

#include "base/check.h"
#include "base/error.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

constexpr uint32_t kSkippableMagic = 0x184D2A57;
constexpr std::string_view kMagic = "RAICHIGM";
constexpr uint32_t kVersion = 1;
constexpr size_t kChecksumOffset = ShardHeader::kSize - sizeof(uint64_t);

template <typename Word>
void Append(Word word, std::string* bytes) {
  for (size_t i = 0; i < sizeof(Word); ++i) {
    bytes->push_back(static_cast<char>(static_cast<uint8_t>(word >> (8 * i))));
  }
}

template <typename Word>
Word Load(std::string_view bytes, size_t offset) {
  Word word = 0;
  for (size_t i = 0; i < sizeof(Word); ++i) {
    word |= static_cast<Word>(Word{static_cast<uint8_t>(bytes[offset + i])} << (8 * i));
  }
  return word;
}

[[noreturn]] void Fail(const std::filesystem::path& path, const std::string& what) {
  throw DamagedError(path.string() + ": " + what);
}

void CheckMagic(const std::filesystem::path& path, std::string_view bytes) {
  if (Load<uint32_t>(bytes, 0) != kSkippableMagic ||
      Load<uint32_t>(bytes, 4) != ShardHeader::kSize - 8 || bytes.substr(8, 8) != kMagic) {
    Fail(path, "not a shard of game records");
  }
  if (const auto version = Load<uint32_t>(bytes, 16); version != kVersion) {
    throw VersionError(path.string() + ": shard version " + std::to_string(version) +
                       ", expected 1; it was written by another version of this program");
  }
}

}  // namespace

std::string ShardHeader::ToBytes() const {
  std::string bytes;
  Append(kSkippableMagic, &bytes);
  Append(static_cast<uint32_t>(kSize - 8), &bytes);
  bytes += kMagic;
  Append(kVersion, &bytes);
  Append(games, &bytes);
  Append(first_id, &bytes);
  Append(last_id, &bytes);
  Append(body_size, &bytes);
  Append(body_checksum, &bytes);
  Append(Checksum(bytes), &bytes);
  RAICHI_CHECK(bytes.size() == kSize);
  return bytes;
}

ShardHeader ShardHeader::Parse(const std::filesystem::path& path, std::string_view bytes,
                               uint64_t file_size) {
  if (bytes.size() < kSize) Fail(path, "truncated: no room for a header");
  CheckMagic(path, bytes);
  if (Load<uint64_t>(bytes, kChecksumOffset) != Checksum(bytes.substr(0, kChecksumOffset))) {
    Fail(path, "damaged header");
  }
  const ShardHeader header = {.games = Load<uint32_t>(bytes, 20),
                              .first_id = Load<uint64_t>(bytes, 24),
                              .last_id = Load<uint64_t>(bytes, 32),
                              .body_size = Load<uint64_t>(bytes, 40),
                              .body_checksum = Load<uint64_t>(bytes, 48)};
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
