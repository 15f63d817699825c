// Shards whose positions were searched again.

#include <gmock/gmock.h>

#include "selfplay/records/shard_versions.h"
#include "tests/nn/window/window_case.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class VersionTest : public WindowTest {
 protected:
  static constexpr const char* kName = "000000000000.games";

  VersionTest() {
    AddShard(kName, 0);
    AddShard("000000000003.games", 3);
  }
  /// Adds a version of the first shard in which every target has this value.
  void AddVersion(int model, float value) {
    std::vector<GameRecord> games = RandomRecords("linnaeus", 0, 3);
    for (GameRecord& game : games) {
      for (TurnRecord& turn : game.turns) {
        if (turn.full_search) turn.root_value = value;
      }
    }
    const std::filesystem::path path = Version(model);
    std::filesystem::create_directories(path.parent_path());
    WriteShard(path, games);
  }
  std::filesystem::path Version(int model) const {
    return VersionPath(folder_ / "versions", model, kName);
  }
  ReplayWindow NewVersionedWindow() {
    ReplayWindow window = NewWindow();
    window.ReadVersionsFrom(folder_ / "versions");
    return window;
  }
  static float FirstValue(const ReplayWindow& window) {
    const ReplayWindow::Target target = window.At(0);
    return target.game->RootValue(target.game->PlyOf(target.number)).value();
  }
};

TEST_F(VersionTest, ANewerVersionReplacesAShardInPlace) {
  ReplayWindow window = NewVersionedWindow();
  window.Refresh();
  const int64_t positions = window.positions();
  const WindowState state = window.state();
  for (const int model : {3, 12}) {
    AddVersion(model, static_cast<float>(model) / 16);
    EXPECT_EQ(window.Refresh(), 0);
    EXPECT_EQ(FirstValue(window), static_cast<float>(model) / 16);
    EXPECT_EQ(window.positions(), positions);
    EXPECT_EQ(window.state(), state);
  }
  AddVersion(7, 0.5f);  // not newer than the one that it holds
  window.Refresh();
  EXPECT_EQ(FirstValue(window), 0.75f);
  ReplayWindow restored = NewVersionedWindow();
  EXPECT_EQ(restored.Restore(state), 0);
  EXPECT_EQ(FirstValue(restored), 0.75f);
  ReplayWindow plain = NewWindow();
  plain.Restore(state);
  EXPECT_NE(FirstValue(plain), 0.75f);
}

TEST_F(VersionTest, ADamagedVersionGivesWayToTheOneBefore) {
  AddVersion(3, 0.25f);
  AddVersion(12, 0.75f);
  WriteBytes(Version(12), "not a shard");
  ReplayWindow window = NewVersionedWindow();
  EXPECT_EQ(window.Refresh(), 2);
  EXPECT_EQ(FirstValue(window), 0.25f);
  EXPECT_EQ(warnings_.size(), 1u);
  window.Refresh();
  EXPECT_EQ(FirstValue(window), 0.25f);
  EXPECT_EQ(warnings_.size(), 2u);
  EXPECT_THAT(FilesIn(Version(12).parent_path()), ElementsAre(std::string(kName) + ".bad"));
}

TEST_F(VersionTest, SomebodyElsesDamagedVersionStaysAndIsReadOnce) {
  AddVersion(12, 0.75f);
  WriteBytes(Version(12), "not a shard");
  damaged_ = DamagedShards::kLeave;
  ReplayWindow window = NewVersionedWindow();
  EXPECT_EQ(window.Refresh(), 2);
  window.Refresh();
  EXPECT_EQ(warnings_.size(), 1u);
  EXPECT_TRUE(std::filesystem::exists(Version(12)));
}

TEST_F(VersionTest, AVersionWithoutItsShardDoesNotCount) {
  ReplayWindow window = NewVersionedWindow();
  window.Refresh();
  const WindowState state = window.state();
  AddVersion(12, 0.75f);
  std::filesystem::remove(folder_ / kName);
  ReplayWindow restored = NewVersionedWindow();
  EXPECT_EQ(restored.Restore(state), 1);
}

TEST_F(VersionTest, FollowsAnotherWindowAndItsVersions) {
  ReplayWindow first = NewVersionedWindow(), second = NewVersionedWindow();
  first.Refresh();
  const auto follow = [&] {
    EXPECT_EQ(second.Follow(first.state()), 0);
    EXPECT_EQ(second.state(), first.state());
    EXPECT_EQ(second.versions(), first.versions());
    EXPECT_EQ(FirstValue(second), FirstValue(first));
  };
  follow();
  EXPECT_THAT(second.versions(), IsEmpty());
  AddVersion(12, 0.75f);
  first.Refresh();
  follow();
  EXPECT_THAT(second.versions(), ElementsAre(testing::Pair(kName, 12)));
  follow();  // nothing is new
}

}  // namespace
}  // namespace raichi
