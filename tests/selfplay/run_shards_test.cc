#include <gmock/gmock.h>

#include "base/error.h"
#include "base/files/output_file.h"
#include "selfplay/records/shard_folder.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class RunShardsTest : public testing::Test {
 protected:
  void Add(const std::string& file) const {
    std::filesystem::create_directories((folder_ / file).parent_path());
    WriteBytes(folder_ / file, file);
  }
  std::vector<std::string> Relative(const std::vector<std::filesystem::path>& paths) const {
    std::vector<std::string> names;
    for (const auto& path : paths) names.push_back(path.lexically_relative(folder_.path()));
    return names;
  }

  TemporaryFolder folder_;
};

TEST_F(RunShardsTest, ListsBothLayoutsInTheOrderOfNames) {
  for (const char* file :
       {"000000-00-000000.games", "000000/000000-01-000000.games", "000000/000000-00-000001.games",
        "000002/000002-100-000000.games", "000002/000002-00-000000.games.bad",
        "000002/000002-00-000001.games.host.12.34.tmp", "000003-00-000000.games",
        "000000000012.games", "notes.txt", "old/000004-00-000000.games"}) {
    Add(file);
  }
  std::filesystem::create_directory(folder_ / "000004");
  const RunShards shards(folder_.path());
  EXPECT_THAT(shards.models(), ElementsAre(0, 2, 3, 4));
  EXPECT_THAT(Relative(shards.Folders()), ElementsAre(".", "000000", "000002", "000003", "000004"));
  EXPECT_THAT(Relative(shards.Of(0)),
              ElementsAre("000000-00-000000.games", "000000/000000-00-000001.games",
                          "000000/000000-01-000000.games"));
  EXPECT_THAT(Relative(shards.Of(1)), IsEmpty());
  EXPECT_THAT(Relative(shards.Of(4)), IsEmpty());
  EXPECT_THAT(Relative(shards.OfNewest(2)),  // model 4 has none
              ElementsAre("000002/000002-100-000000.games", "000003-00-000000.games"));
  EXPECT_THAT(Relative(shards.OfNewest(9)).size(), 5u);
  EXPECT_THAT(Relative(shards.All()).back(), "000003-00-000000.games");
  EXPECT_THAT(Relative(shards.All()).size(), 6u);
  EXPECT_EQ(shards.All(), ShardsOf(folder_.path()));
}

TEST_F(RunShardsTest, AShardIsKnownByItsNameAlone) {
  Add("000001-00-000000.games");
  Add("000001/000001-00-000000.games");
  Add("000001/000001-00-000001.games");
  const RunShards shards(folder_.path());
  EXPECT_THAT(Relative(shards.All()),
              ElementsAre("000001/000001-00-000000.games", "000001/000001-00-000001.games"));
  EXPECT_THAT(
      Relative({shards.Find("000001-00-000001.games"), shards.Find("000007-00-000000.games")}),
      ElementsAre("000001/000001-00-000001.games", "000007/000007-00-000000.games"));
  std::filesystem::remove(folder_ / "000001/000001-00-000000.games");
  EXPECT_TRUE(std::filesystem::exists(RunShards(folder_.path()).Find("000001-00-000000.games")));
}

TEST_F(RunShardsTest, NamesBeginWithTheirModel) {
  EXPECT_EQ(ModelOfShard("000012-00-000003.games"), 12);
  EXPECT_EQ(ModelOfShard("000012-8388607-000003.games"), 12);
  EXPECT_EQ(ModelOfShard("000000000012.games"), std::nullopt);
  EXPECT_EQ(ModelOfShard("00012-00-000003.games"), std::nullopt);
  EXPECT_EQ(ModelOfShard("000012"), std::nullopt);
  EXPECT_EQ(NewShardPath("games", "000012-00-000003.games"), "games/000012/000012-00-000003.games");
  EXPECT_EQ(NewShardPath("games", "x.games"), "games/x.games");
}

TEST_F(RunShardsTest, AFolderThatIsNotThereIsEmpty) {
  const RunShards shards(folder_ / "nothing");
  EXPECT_THAT(shards.models(), IsEmpty());
  EXPECT_THAT(shards.All(), IsEmpty());
}

TEST_F(RunShardsTest, AFolderThatCannotBeListedIsAnError) {
  WriteBytes(folder_ / "000001", "a file");
  const RunShards shards(folder_.path());
  EXPECT_THROW(shards.Of(1), ReadError);
  EXPECT_THROW(RunShards(folder_ / "000001"), ReadError);
}

}  // namespace
}  // namespace raichi
