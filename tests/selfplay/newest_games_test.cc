#include <gmock/gmock.h>

#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"
#include "tests/selfplay/games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using testing::ElementsAre;

class NewestGamesTest : public testing::Test {
 protected:
  NewestGamesTest() {
    WriteShard(folder_ / "000000-00-000000.games", RandomRecords("brandubh", 0, 3));
    WriteShard(folder_ / "000001-00-000000.games", RandomRecords("brandubh", 3, 2));
    WriteShard(folder_ / "000002-00-000000.games", RandomRecords("brandubh", 5, 2));
  }
  std::vector<uint64_t> Ids(size_t count) const {
    const std::vector<RulesPtr> rules = {Variant("brandubh")};
    std::vector<uint64_t> ids;
    for (const GameRecord& game : NewestGames(folder_.path(), rules, count)) {
      ids.push_back(game.game_id);
    }
    return ids;
  }
  TemporaryFolder folder_;
};

TEST_F(NewestGamesTest, WholeShardsUntilThereAreEnough) {
  EXPECT_THAT(Ids(2), ElementsAre(5, 6));
  EXPECT_THAT(Ids(3), ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(Ids(100), ElementsAre(0, 1, 2, 3, 4, 5, 6));
  EXPECT_THAT(Ids(0), ElementsAre());
}

TEST_F(NewestGamesTest, PassesOverBadShards) {
  const std::string bytes = BytesOf(folder_ / "000002-00-000000.games");
  WriteBytes(folder_ / "000002-00-000000.games", bytes.substr(0, bytes.size() - 7));
  GameRecord illegal = RandomRecord("brandubh", 3);
  illegal.turns[1].move = illegal.turns[0].move;
  std::filesystem::remove(folder_ / "000001-00-000000.games");
  WriteShard(folder_ / "000001-00-000000.games", std::vector{illegal});
  WriteShard(folder_ / "000003-00-000000.games", RandomRecords("fetlar", 9, 1));
  EXPECT_THAT(Ids(2), ElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace raichi
