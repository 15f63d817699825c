#include "selfplay/records/shard.h"

#include <zstd.h>

#include <memory>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/text.h"
#include "selfplay/records/record.h"

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

namespace {

constexpr uint64_t kMaxShardBytes = uint64_t{1} << 30;
// Level of compression. Output is 10 % smaller than at zstd's level 3, and compression still costs
// far less than a search.
constexpr int kLevel = 9;

using Compressor = std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)>;

void AppendFrame(std::string_view content, ZSTD_CCtx* compressor, std::string* body) {
  const size_t offset = body->size();
  const size_t bound = ZSTD_compressBound(content.size());
  body->resize(offset + bound);
  const size_t size =
      ZSTD_compress2(compressor, body->data() + offset, bound, content.data(), content.size());
  // Cannot fail: the buffer has the size of the bound, and the parameters are fixed.
  RAICHI_CHECK(!ZSTD_isError(size));
  body->resize(offset + size);
}

/// Returns the content checksum flag: bit 2 of the byte after the magic number (RFC 8878,
/// 3.1.1.1.1).
bool HasContentChecksum(std::string_view frame) { return (frame[4] >> 2 & 1) != 0; }

}  // namespace

std::string ShardBytes(std::span<const GameRecord> records) {
  RAICHI_CHECK(!records.empty() && records.size() <= ShardHeader::kMaxGames);
  const Compressor compressor(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(compressor.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(compressor.get(), ZSTD_c_checksumFlag, 1);
  std::string body;
  for (size_t i = 0; i < records.size(); ++i) {
    RAICHI_CHECK(i == 0 || records[i - 1].game_id < records[i].game_id);
    AppendFrame(PackRecord(records[i]), compressor.get(), &body);
  }
  if (body.size() > kMaxShardBytes - ShardHeader::kSize) {
    throw Error("a shard of " + std::to_string(records.size()) + " games: larger than 1 GiB");
  }
  const ShardHeader header = {.games = static_cast<uint32_t>(records.size()),
                              .first_id = records.front().game_id,
                              .last_id = records.back().game_id,
                              .body_size = body.size(),
                              .body_checksum = Checksum(body)};
  return header.ToBytes() + body;
}

void WriteShard(const std::filesystem::path& path, std::span<const GameRecord> records) {
  PublishNew(path, ShardBytes(records));
}

std::string ShardReader::BytesOf(const std::filesystem::path& path) {
  return ReadFile(path, kMaxShardBytes);
}

ShardReader::ShardReader(const std::filesystem::path& path) : ShardReader(path, BytesOf(path)) {}

ShardReader::ShardReader(const std::filesystem::path& path, std::string bytes)
    : path_(path),
      bytes_(std::move(bytes)),
      header_(ShardHeader::Parse(path, bytes_, bytes_.size())) {
  if (header_.body_checksum != Checksum(std::string_view(bytes_).substr(ShardHeader::kSize))) {
    Fail("damaged: the checksum is wrong");
  }
  FindFrames();
}

void ShardReader::FindFrames() {
  std::string_view rest = std::string_view(bytes_).substr(ShardHeader::kSize);
  for (size_t index = 0; index < header_.games; ++index) {
    const size_t size = ZSTD_findFrameCompressedSize(rest.data(), rest.size());
    if (ZSTD_isError(size)) Fail(index, ZSTD_getErrorName(size));
    rest.remove_prefix(size);
    ends_.push_back(bytes_.size() - rest.size());
  }
  if (!rest.empty()) Fail("bytes after the last game");
}

std::string_view ShardReader::Frame(size_t index) const {
  RAICHI_CHECK(index < size());
  const size_t begin = index == 0 ? ShardHeader::kSize : ends_[index - 1];
  return std::string_view(bytes_).substr(begin, ends_[index] - begin);
}

std::string ShardReader::Unpack(size_t index) const {
  const std::string_view frame = Frame(index);
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN ||
      size > kMaxRecordBytes) {
    Fail(index, "unpacked size unknown or above 8 MiB");
  }
  if (!HasContentChecksum(frame)) Fail(index, "no checksum");
  std::string content(static_cast<size_t>(size), '\0');
  const size_t result = ZSTD_decompress(content.data(), content.size(), frame.data(), frame.size());
  if (ZSTD_isError(result)) Fail(index, ZSTD_getErrorName(result));
  if (result != content.size()) Fail(index, "shorter than its frame says");
  return content;
}

GameRecord ShardReader::Read(size_t index) const {
  const std::string content = Unpack(index);
  GameRecord record;
  try {
    record = UnpackRecord(content);
  } catch (const VersionError& error) {
    throw VersionError(path_.string() + ": game " + std::to_string(index) + ": " + error.what());
  } catch (const DamagedError& error) {
    Fail(index, error.what());
  }
  const uint64_t id = record.game_id;
  if (id < first_id() || id > last_id() || (index == 0 && id != first_id()) ||
      (index + 1 == size() && id != last_id())) {
    Fail(index, "id " + std::to_string(id) + " does not fit the header");
  }
  return record;
}

void ShardReader::ForEach(const std::function<void(GameRecord&&)>& visit) const {
  uint64_t before = 0;
  for (size_t i = 0; i < size(); ++i) {
    GameRecord record = Read(i);
    if (i > 0 && before >= record.game_id) Fail(i, "ids do not ascend");
    before = record.game_id;
    visit(std::move(record));
  }
}

std::vector<GameRecord> ShardReader::ReadAll(const std::function<void()>& between) const {
  std::vector<GameRecord> records;
  ForEach([&](GameRecord&& record) {
    records.push_back(std::move(record));
    between();
  });
  return records;
}

void ShardReader::Fail(const std::string& what) const {
  throw DamagedError(path_.string() + ": " + what);
}

void ShardReader::Fail(size_t index, const std::string& what) const {
  Fail("game " + std::to_string(index) + ": " + what);
}

void ForEachGame(const std::filesystem::path& path,
                 const std::function<void(GameRecord&&)>& visit) {
  ShardReader(path).ForEach(visit);
}

std::vector<GameRecord> ReadShard(const std::filesystem::path& path) {
  return ShardReader(path).ReadAll();
}

}  // namespace raichi
