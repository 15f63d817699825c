#include "selfplay/records/shard_names.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace raichi {
namespace {

using Names = std::vector<std::string>;

TEST(ShardNamesTest, AreWrittenInShort) {
  const Names names = {
      "000011-00-000009.games",      "000012-00-000000.games", "000012-00-000001.games",
      "000012-00-000002.games",      "000012-00-000007.games", "000012-117-000000.games",
      "000012-1234567-000000.games", "12-0-0.games",           "x.games"};
  const Json json = ShardNamesToJson(names);
  EXPECT_EQ(json, Json({{"000011", "0:9"},
                        {"000012", "0:0-2,7 117:0 1234567:0"},
                        {"", {"12-0-0.games", "x.games"}}}));
  EXPECT_EQ(ShardNamesFromJson(json), names);
  EXPECT_EQ(ShardNamesFromJson(ShardNamesToJson({})), Names());
  EXPECT_EQ(ShardNamesFromJson(Json(names)), names);  // as older programs wrote them
}

TEST(ShardNamesTest, NonsenseIsDamage) {
  for (const char* text : {"", "0", "0:", "0:1-", "0:x", "0:0,", "0:0 ", " 0:0", "0:-1", "0:0-1-2",
                           "0:0-2000000000", "0:0;1:0", "-1:0", "99999999999:0"}) {
    EXPECT_THROW(ShardNamesFromJson({{"000012", text}}), DamagedError) << text;
  }
  EXPECT_THROW(ShardNamesFromJson({{"12", "0:0"}}), DamagedError);
}

}  // namespace
}  // namespace raichi
