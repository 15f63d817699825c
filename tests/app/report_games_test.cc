#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/report/games.h"
#include "base/files/output_file.h"
#include "rules/canonical_yaml.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "run/files/folder.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Shards of one-ply games in a temporary folder.
class ReportGamesTest : public testing::Test {
 protected:
  void Write(const std::string& name, uint64_t first_id, const std::vector<std::string>& moves) {
    std::vector<GameRecord> records;
    for (const std::string& move : moves) {
      GameRecord& record = records.emplace_back();
      record.game_id = first_id++;
      record.rules_yaml = RecordedRules(OpenRules("brandubh")->data());
      record.result = Result::kAttackersWin;
      record.reason = Reason::kResigned;
      record.turns.push_back({.move = ParseMove(move, 7)});
    }
    WriteShard(folder_ / name, records);
  }

  std::vector<uint64_t> Ids(const GameLimits& limits) {
    std::vector<uint64_t> ids;
    for (const CheckedGame& game : GameReader(folder_, limits).Read(&warnings_)) {
      ids.push_back(game.record.game_id);
    }
    return ids;
  }

  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  std::vector<std::string> warnings_;
};

TEST_F(ReportGamesTest, TheNewestFirstAndNoMoreThanAskedFor) {
  EXPECT_THAT(Ids({}), testing::IsEmpty());
  Write("000000-00-000000.games", 1, {"d1-c1", "d1-b1"});
  Write("000001-00-000000.games", 3, {"d1-c1", "d1-b1"});
  EXPECT_THAT(Ids({}), testing::ElementsAre(4, 3, 2, 1));
  EXPECT_THAT(Ids({.games = 3}), testing::ElementsAre(4, 3, 2));
  EXPECT_THAT(Ids({.plies = 1}), testing::ElementsAre(4));
  EXPECT_EQ(GameReader(folder_).Read(&warnings_)[0].model, 1);
  EXPECT_EQ(CountGamesFrom(folder_, 0), 4);
  EXPECT_EQ(CountGamesFrom(folder_, 1), 2);
}

TEST_F(ReportGamesTest, AShardWithAGameAgainstItsRulesIsPassedOver) {
  Write("000000-00-000000.games", 1, {"d1-c1"});
  Write("000001-00-000000.games", 2, {"d1-c1", "d1-d5"});
  EXPECT_THAT(Ids({}), testing::ElementsAre(1));
  EXPECT_THAT(warnings_, testing::ElementsAre(testing::AllOf(
                             testing::HasSubstr("000001-00-000000.games: "),
                             testing::HasSubstr("d1-d5"), testing::EndsWith("; skipped"))));
  EXPECT_TRUE(fs::exists(folder_ / "000001-00-000000.games"));  // only the run may set it aside
}

TEST_F(ReportGamesTest, ALaterCallReadsOnlyNewShards) {
  Write("000000-00-000000.games", 1, {"d1-c1"});
  GameReader reader(folder_);
  EXPECT_EQ(reader.Read(&warnings_).size(), 1u);
  // What was read is not read again: this damage, which leaves size and time, is not noticed.
  const fs::path old = folder_ / "000000-00-000000.games";
  const auto time = fs::last_write_time(old);
  const std::string bytes(fs::file_size(old), 'x');
  std::ofstream(old) << bytes;
  fs::last_write_time(old, time);
  Write("000001-00-000000.games", 2, {"d1-c1", "d1-b1"});
  EXPECT_EQ(reader.Read(&warnings_).size(), 3u);
  EXPECT_THAT(warnings_, testing::IsEmpty());
  // A damaged shard is read once too, and the warning stays.
  std::ofstream(folder_ / "000002-00-000000.games") << "damaged";
  for (size_t call = 1; call <= 2; ++call) {
    EXPECT_EQ(reader.Read(&warnings_).size(), 3u);
    EXPECT_EQ(warnings_.size(), call);
  }
}

TEST_F(ReportGamesTest, AnotherShardOfTheSameNameIsRead) {
  Write("000000-00-000000.games", 1, {"d1-c1"});
  GameReader reader(folder_);
  EXPECT_EQ(reader.Read(&warnings_).size(), 1u);
  fs::remove(folder_ / "000000-00-000000.games");  // the run is set back
  Write("000000-00-000000.games", 5, {"d1-b1", "d1-c1"});
  ASSERT_EQ(reader.Read(&warnings_).size(), 2u);
  EXPECT_EQ(reader.Read(&warnings_)[0].record.game_id, 6u);
  EXPECT_THAT(warnings_, testing::IsEmpty());
}

}  // namespace
}  // namespace raichi
