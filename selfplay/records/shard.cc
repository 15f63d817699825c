#include "selfplay/records/shard.h"

#include <zstd.h>

#include <memory>
#include <utility>

#include "base/check.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"

namespace raichi {
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

ShardReader::ShardReader(const std::filesystem::path& path)
    : path_(path),
      bytes_(ReadFile(path, kMaxShardBytes)),
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
