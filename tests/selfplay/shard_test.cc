#include "selfplay/records/shard.h"

#include <gmock/gmock.h>

#include <cstring>

#include "base/checksum.h"
#include "base/error.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::vector<GameRecord> MixedRecords() {
  return {RandomRecord("linnaeus", 5), RandomRecord("brandubh", 6), RandomRecord("fetlar", 9)};
}

/// Returns the shard's bytes with both checksums corrected, to test the checks that follow them.
std::string WithChecksums(std::string bytes) {
  const auto store = [&](size_t offset, uint64_t word) {
    std::memcpy(bytes.data() + offset, &word, sizeof(word));
  };
  store(40, bytes.size() - 64);
  store(48, Checksum(std::string_view(bytes).substr(64)));
  store(56, Checksum(std::string_view(bytes).substr(0, 56)));
  return bytes;
}

class ShardTest : public testing::Test {
 protected:
  std::string ErrorOfBytes(const std::string& bytes) {
    WriteBytes(path_, bytes);
    return ErrorOf([&] { ReadShard(path_); });
  }

  const TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_ / "x.games";
};

TEST_F(ShardTest, RoundTripsGamesOfSeveralRuleSets) {
  const std::vector<GameRecord> records = MixedRecords();
  WriteShard(path_, records);
  const ShardReader reader(path_);
  EXPECT_EQ(reader.size(), 3u);
  EXPECT_EQ(reader.first_id(), 5u);
  EXPECT_EQ(reader.last_id(), 9u);
  EXPECT_EQ(reader.Read(1), records[1]);
  EXPECT_EQ(ReadShard(path_), records);
  EXPECT_EQ(ShardBytes(ReadShard(path_)), BytesOf(path_));
}

TEST_F(ShardTest, EqualGamesAreEqualBytes) {
  EXPECT_EQ(ShardBytes(MixedRecords()), ShardBytes(MixedRecords()));
}

TEST_F(ShardTest, EveryTruncationIsAnErrorThatNamesTheFile) {
  const std::string bytes = ShardBytes({{RandomRecord("brandubh", 1, 8)}});
  for (size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_THAT(ErrorOfBytes(bytes.substr(0, size)), StartsWith(path_.string())) << size;
  }
}

TEST_F(ShardTest, AChangeOfAnyByteIsAnErrorThatNamesTheFile) {
  const std::string bytes = ShardBytes({{RandomRecord("brandubh", 1, 8)}});
  Rng rng(2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1 << rng.Below(8)));
    ASSERT_THAT(ErrorOfBytes(changed), StartsWith(path_.string())) << i;
  }
}

/// With correct checksums, too, damage gives an error or another valid record, never a crash.
TEST_F(ShardTest, ChangedGamesUnderRightChecksumsDoNoHarm) {
  const std::string bytes = ShardBytes({{RandomRecord("brandubh", 1, 8)}});
  Rng rng(1);
  int errors = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string changed = bytes;
    const size_t at = 64 + rng.Below(static_cast<uint32_t>(bytes.size() - 64));
    changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1 + rng.Below(255)));
    errors += ErrorOfBytes(WithChecksums(changed)).empty() ? 0 : 1;
  }
  EXPECT_GT(errors, 960);  // Zstd ignores one bit of a frame's header.
}

TEST_F(ShardTest, NamesTheGameAtFault) {
  std::string bytes = ShardBytes(MixedRecords());
  bytes[bytes.size() - 1] = static_cast<char>(bytes.back() ^ 1);  // The last frame's checksum.
  EXPECT_THAT(ErrorOfBytes(WithChecksums(bytes)), HasSubstr("x.games: game 2: "));
}

TEST_F(ShardTest, BytesAfterTheLastGameAreAnError) {
  const std::string bytes = ShardBytes(MixedRecords());
  EXPECT_THAT(ErrorOfBytes(bytes + "x"), HasSubstr("truncated or lengthened"));
  const std::string one = ShardBytes({{RandomRecord("brandubh", 5)}});
  EXPECT_THAT(ErrorOfBytes(WithChecksums(one + bytes.substr(64))),
              HasSubstr("after the last game"));
}

TEST_F(ShardTest, HeaderAndGamesMustAgree) {
  const std::string bytes = ShardBytes(MixedRecords());
  std::string changed = bytes;
  changed[20] = 2;  // Games.
  EXPECT_THAT(ErrorOfBytes(WithChecksums(changed)), HasSubstr("after the last game"));
  changed[20] = 4;
  EXPECT_THAT(ErrorOfBytes(WithChecksums(changed)), HasSubstr("game 3: "));
  changed = bytes;
  changed[24] = 4;  // First id.
  EXPECT_THAT(ErrorOfBytes(WithChecksums(changed)), HasSubstr("game 0: id 5 does not fit"));
  changed = bytes;
  changed[32] = 10;  // Last id.
  EXPECT_THAT(ErrorOfBytes(WithChecksums(changed)), HasSubstr("game 2: id 9 does not fit"));
  changed = bytes;
  changed[16] = 2;  // Version.
  EXPECT_THAT(ErrorOfBytes(WithChecksums(changed)), HasSubstr("version 2, expected 1"));
}

TEST_F(ShardTest, DamageAndAnUnknownVersionAreToldApart) {
  std::string bytes = ShardBytes(MixedRecords());
  bytes[16] = 2;  // Version.
  WriteBytes(path_, bytes);
  EXPECT_THROW(ReadShard(path_), DamagedError);  // a flipped bit
  WriteBytes(path_, WithChecksums(bytes));
  EXPECT_THROW(ReadShard(path_), VersionError);
  bytes = ShardBytes(MixedRecords());
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  WriteBytes(path_, bytes);
  EXPECT_THROW(ReadShard(path_), DamagedError);
  WriteBytes(path_, WithChecksums(bytes));  // Only the game's own checksum is wrong.
  EXPECT_THROW(ReadShard(path_), DamagedError);
  EXPECT_THROW(ReadShard(folder_ / "none.games"), ReadError);
}

TEST_F(ShardTest, AReaderMayBeMoved) {
  static_assert(!std::is_copy_constructible_v<ShardReader>);
  static_assert(!std::is_copy_assignable_v<ShardReader>);
  const std::vector<GameRecord> records = MixedRecords();
  WriteShard(path_, records);
  WriteShard(folder_ / "y.games", {{RandomRecord("brandubh", 1)}});
  std::vector<ShardReader> readers;
  readers.emplace_back(path_);
  readers.emplace_back(folder_ / "y.games");  // Moves the first one to new memory.
  EXPECT_EQ(readers[0].ReadAll(), records);
  readers[1] = std::move(readers[0]);
  EXPECT_EQ(readers[1].ReadAll(), records);
  EXPECT_EQ(readers[0].size(), 0u);
}

TEST_F(ShardTest, AnExistingShardStays) {
  const std::vector<GameRecord> records = MixedRecords();
  WriteShard(path_, records);
  WriteShard(path_, records);
  EXPECT_THAT(ErrorOf([&] { WriteShard(path_, {{RandomRecord("brandubh", 1)}}); }),
              HasSubstr("exists with other content"));
  EXPECT_EQ(ReadShard(path_), records);
}

TEST_F(ShardTest, OtherFilesAreNotShards) {
  EXPECT_THAT(ErrorOfBytes(std::string(1000, '\1')), HasSubstr("not a shard"));
  EXPECT_THAT(ErrorOfBytes(std::string(1000, 'x')), HasSubstr("holds text; expected a shard"));
  EXPECT_THAT(ErrorOfBytes(""), HasSubstr("truncated"));
  EXPECT_THAT(ErrorOf([&] { ReadShard(folder_ / "none.games"); }), HasSubstr("cannot open"));
}

/// The header alone (shard.h).
class ShardHeaderTest : public testing::Test {
 protected:
  std::string ErrorOfHeader(const std::string& bytes) {
    WriteBytes(path_, bytes);
    return ErrorOf([&] { ReadShardHeader(path_); });
  }

  const TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_ / "x.games";
  const std::string bytes_ =
      ShardBytes({{RandomRecord("brandubh", 5, 8), RandomRecord("brandubh", 9, 8)}});
};

TEST_F(ShardHeaderTest, StatesTheGames) {
  WriteBytes(path_, bytes_);
  const ShardHeader header = ReadShardHeader(path_);
  EXPECT_EQ(header.games, 2u);
  EXPECT_EQ(header.first_id, 5u);
  EXPECT_EQ(header.last_id, 9u);
  EXPECT_EQ(header.body_size, bytes_.size() - 64);
  EXPECT_EQ(header.ToBytes(), bytes_.substr(0, 64));
}

TEST_F(ShardHeaderTest, AnyDamageToItAndAnyOtherSizeOfTheFileIsAnError) {
  for (size_t i = 0; i < 64; ++i) {
    std::string changed = bytes_;
    changed[i] = static_cast<char>(changed[i] ^ (1 << (i % 8)));
    ASSERT_THAT(ErrorOfHeader(changed), StartsWith(path_.string())) << i;
  }
  for (size_t size = 0; size < bytes_.size(); ++size) {
    ASSERT_THAT(ErrorOfHeader(bytes_.substr(0, size)), StartsWith(path_.string())) << size;
  }
  EXPECT_THAT(ErrorOfHeader(bytes_ + "x"), StartsWith(path_.string()));
}

TEST_F(ShardHeaderTest, TheGamesAreNotRead) {
  std::string changed = bytes_;
  changed.back() = static_cast<char>(changed.back() ^ 1);
  EXPECT_EQ(ErrorOfHeader(changed), "");
  EXPECT_THROW(ShardReader{path_}, DamagedError);
}

TEST_F(ShardHeaderTest, TroubleIsToldApart) {
  std::string newer = bytes_;
  newer[16] = 2;
  WriteBytes(path_, WithChecksums(newer));
  EXPECT_THROW(ReadShardHeader(path_), VersionError);
  EXPECT_THROW(ReadShardHeader(folder_ / "nothing.games"), ReadError);
  EXPECT_THROW(ReadShardHeader(folder_.path()), ReadError);
}

}  // namespace
}  // namespace raichi
