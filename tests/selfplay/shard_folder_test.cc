#include "selfplay/records/shard_folder.h"

#include <gmock/gmock.h>

#include "selfplay/records/shard.h"
#include "tests/selfplay/games.h"
#include "tests/selfplay/newer_shard.h"
#include "tests/selfplay/no_more_files.h"

namespace raichi {

void PrintTo(const IdRange& range, std::ostream* out) { *out << range.first << "-" << range.last; }

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

IdRange Ids(uint64_t first, uint64_t last) { return {first, last}; }

void Put(const TemporaryFolder& folder, uint64_t first, size_t count) {
  WriteShard(ShardPath(folder.path(), first), RandomRecords("brandubh", first, count));
}

FolderContents Scan(const TemporaryFolder& folder, IdRange wanted = Ids(0, 100)) {
  const Patience none = {.waits = {}, .sleep = nullptr};
  return ScanFolder(folder.path(), wanted, DamagedShards::kRename, none);
}

TEST(MissingShardsTest, AreTheBlocksOfTheRange) {
  EXPECT_THAT(MissingShards(Ids(0, 7), {}, 4), ElementsAre(Ids(0, 3), Ids(4, 7)));
  EXPECT_THAT(MissingShards(Ids(2, 9), {}, 4), ElementsAre(Ids(2, 3), Ids(4, 7), Ids(8, 9)));
}

TEST(MissingShardsTest, LeaveOutWhatIsPresent) {
  EXPECT_THAT(MissingShards(Ids(0, 11), {Ids(4, 7)}, 4), ElementsAre(Ids(0, 3), Ids(8, 11)));
  EXPECT_THAT(MissingShards(Ids(0, 7), {Ids(0, 7)}, 4), IsEmpty());
  EXPECT_THAT(MissingShards(Ids(0, 7), {Ids(1, 1), Ids(3, 5)}, 4),
              ElementsAre(Ids(0, 0), Ids(2, 2), Ids(6, 7)));
  EXPECT_THAT(MissingShards(Ids(4, 7), {Ids(0, 5), Ids(7, 20)}, 4), ElementsAre(Ids(6, 6)));
}

TEST(ScanFolderTest, FindsGoodShards) {
  const TemporaryFolder folder;
  Put(folder, 0, 2);
  Put(folder, 2, 3);
  WriteBytes(folder / "000000000009.games.tmp", "half");
  const FolderContents contents = Scan(folder);
  EXPECT_THAT(contents.ranges, ElementsAre(Ids(0, 1), Ids(2, 4)));
  EXPECT_THAT(contents.damaged, IsEmpty());
  EXPECT_THAT(ScanFolder(folder / "none", Ids(0, 100), DamagedShards::kRename).ranges, IsEmpty());
}

TEST(ScanFolderTest, SetsBadShardsAside) {
  const TemporaryFolder folder;
  Put(folder, 0, 2);
  Put(folder, 2, 2);
  Put(folder, 4, 2);
  WriteBytes(folder / "000000000002.games", BytesOf(folder / "000000000002.games").substr(1));
  std::filesystem::copy(folder / "000000000000.games", folder / "000000000005.games");
  WriteShard(folder / "000000000007.games",
             std::vector{RandomRecord("brandubh", 7), RandomRecord("brandubh", 9)});
  const FolderContents contents = Scan(folder);
  EXPECT_THAT(contents.ranges, ElementsAre(Ids(0, 1), Ids(4, 5)));
  EXPECT_THAT(contents.damaged,
              ElementsAre(HasSubstr("000000000002.games: "),
                          HasSubstr("000000000005.games: holds games from 0"),
                          HasSubstr("000000000007.games: expected games without gaps")));
  EXPECT_THAT(FilesIn(folder.path()),
              ElementsAre("000000000000.games", "000000000002.games.bad", "000000000004.games",
                          "000000000005.games.bad", "000000000007.games.bad"));
}

TEST(ScanFolderTest, SetsNothingAsideForAReader) {
  const TemporaryFolder folder;
  Put(folder, 0, 2);
  WriteBytes(ShardPath(folder.path(), 2), "not a shard");
  const FolderContents contents = ScanFolder(folder.path(), Ids(0, 100), DamagedShards::kLeave);
  EXPECT_THAT(contents.ranges, ElementsAre(Ids(0, 1)));
  EXPECT_THAT(contents.damaged, ElementsAre(HasSubstr("000000000002.games: ")));
  EXPECT_THAT(FilesIn(folder.path()), ElementsAre("000000000000.games", "000000000002.games"));
}

TEST(ScanFolderTest, SetsNothingAsideThatMayBeGood) {
  const TemporaryFolder folder;
  Put(folder, 0, 2);
  Put(folder, 2, 2);
  const std::vector<std::string> names = FilesIn(folder.path());
  {
    const NoMoreFiles none;
    EXPECT_THROW(Scan(folder), ReadError);
  }
  EXPECT_EQ(FilesIn(folder.path()), names);
  WriteBytes(folder / names[1], NewerShard(BytesOf(folder / names[1])));
  EXPECT_THROW(Scan(folder), VersionError);
  EXPECT_EQ(FilesIn(folder.path()), names);
  std::filesystem::remove(folder / names[1]);
  std::filesystem::create_directory(folder / names[1]);
  EXPECT_THROW(Scan(folder), ReadError);
  EXPECT_EQ(FilesIn(folder.path()), names);
}

TEST(ScanFolderTest, SetsOverlapsAside) {
  const TemporaryFolder folder;
  Put(folder, 0, 3);
  Put(folder, 2, 3);
  const FolderContents contents = Scan(folder);
  EXPECT_THAT(contents.ranges, ElementsAre(Ids(0, 2)));
  EXPECT_THAT(contents.damaged, ElementsAre(HasSubstr("games of the shard before it")));
}

TEST(ScanFolderTest, OpensOnlyWhatMayBeWanted) {
  const TemporaryFolder folder;
  WriteBytes(ShardPath(folder.path(), 0), "bad, but elsewhere");
  Put(folder, 2, 2);
  Put(folder, 4, 2);
  WriteBytes(ShardPath(folder.path(), 6), "bad, but elsewhere");
  const FolderContents contents = Scan(folder, Ids(3, 5));
  EXPECT_THAT(contents.ranges, ElementsAre(Ids(2, 3), Ids(4, 5)));
  EXPECT_THAT(contents.damaged, IsEmpty());
}

}  // namespace
}  // namespace raichi
