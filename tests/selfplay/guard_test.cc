#include "base/files/guard.h"

#include <fcntl.h>
#include <gmock/gmock.h>

#include <cerrno>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "base/yaml/yaml.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A shared folder, and a private file and folder outside it to which links lead.
class GuardTest : public testing::Test {
 protected:
  GuardTest() {
    for (const fs::path& folder : {shared_, mine_}) fs::create_directory(folder);
    WriteBytes(mine_ / "secret", "secret");
    ForbidLinksIn(shared_);
  }
  void ExpectUntouched() const {
    EXPECT_THAT(FilesIn(mine_), ElementsAre("secret"));
    EXPECT_EQ(BytesOf(mine_ / "secret"), "secret");
  }

  const TemporaryFolder folder_;
  const fs::path shared_ = folder_ / "shared", mine_ = folder_ / "mine";
};

TEST_F(GuardTest, NothingIsReadThroughALink) {
  fs::create_symlink(mine_ / "secret", shared_ / "file");
  fs::create_directory_symlink(mine_, shared_ / "sub");
  for (const char* name : {"file", "sub/secret"}) {
    EXPECT_THAT(ErrorOf([&] { ReadFile(shared_ / name, 100); }), HasSubstr("symbolic link"));
    EXPECT_THAT(ErrorOf([&] { ReadBeginning(shared_ / name, 2); }), HasSubstr("symbolic link"));
    EXPECT_THAT(ErrorOf([&] { LoadYaml(shared_ / name); }), HasSubstr("symbolic link"));
  }
  EXPECT_THAT(ErrorOf([&] { ListFolder(shared_ / "sub"); }), HasSubstr("symbolic link"));
  EXPECT_EQ(StampOf(shared_ / "sub/secret"), FileStamp());
}

TEST_F(GuardTest, NothingIsWrittenMovedOrRemovedThroughALink) {
  fs::create_directory_symlink(mine_, shared_ / "sub");
  WriteBytes(shared_ / "file", "x");
  const auto expect_refused = [&](const std::function<void()>& change) {
    EXPECT_THAT(ErrorOf(change), HasSubstr("symbolic link"));
    ExpectUntouched();
  };
  expect_refused([&] { AtomicWrite(shared_ / "sub/new", "x"); });
  expect_refused([&] { PublishNew(shared_ / "sub/new", "x"); });
  expect_refused([&] { MakeFolder(shared_ / "sub/new"); });
  expect_refused([&] { CreateFolders(shared_ / "sub/new/newer"); });
  expect_refused([&] { MoveFile(shared_ / "file", shared_ / "sub/file"); });
  expect_refused([&] { MoveFile(shared_ / "sub/secret", shared_ / "stolen"); });
  expect_refused([&] { RemoveFile(shared_ / "sub/secret"); });
  expect_refused([&] { RenameToBad(shared_ / "sub/secret"); });
  expect_refused([&] { KeepAsBad(shared_ / "sub/secret"); });
  EXPECT_FALSE(OpenFile(shared_ / "sub/new", O_WRONLY | O_CREAT).IsOpen());
  ExpectUntouched();
}

TEST_F(GuardTest, ALinkIsReplacedMovedAndRemovedItself) {
  for (const char* name : {"a", "b", "c"}) fs::create_symlink(mine_ / "secret", shared_ / name);
  fs::create_directory_symlink(mine_, shared_ / "sub");
  AtomicWrite(shared_ / "a", "new");
  EXPECT_EQ(BytesOf(shared_ / "a"), "new");
  RenameToBad(shared_ / "b");
  EXPECT_THAT(ErrorOf([&] { ReadFile(shared_ / "b.bad", 100); }), HasSubstr("symbolic link"));
  RemoveTree(shared_ / "c");
  RemoveTree(shared_ / "sub");
  EXPECT_THAT(FilesIn(shared_), ElementsAre("a", "b.bad"));
  ExpectUntouched();
}

TEST_F(GuardTest, ALinkInThePlaceOfATemporaryIsNotFollowed) {
  const fs::path unguarded = folder_ / "unguarded";
  for (const fs::path& file : {shared_ / "file", unguarded}) {
    fs::create_symlink(mine_ / "secret", TemporaryPath(file));
    AtomicWrite(file, "new");
    EXPECT_EQ(BytesOf(file), "new");
    fs::create_symlink(mine_ / "none", TemporaryPath(file));
    AtomicWrite(file, "newer");
    ExpectUntouched();
  }
}

TEST_F(GuardTest, TheFolderItselfMayBeALink) {
  const fs::path link = folder_ / "link";
  fs::create_directory_symlink(shared_, link);
  ForbidLinksIn(link);
  AtomicWrite(link / "file", "new");
  EXPECT_EQ(ReadFile(link / "file", 10), "new");
  EXPECT_EQ(BytesOf(shared_ / "file"), "new");
  EXPECT_THAT(ListFolder(link), ElementsAre(link / "file"));
}

TEST_F(GuardTest, LinksElsewhereAreFollowed) {
  fs::create_symlink(mine_ / "secret", folder_ / "link");
  EXPECT_EQ(ReadFile(folder_ / "link", 100), "secret");
  EXPECT_EQ(ReadFile(shared_ / "../link", 100), "secret");
}

TEST_F(GuardTest, AChangeIsMadeOnlyIfTheGuardAllowsIt) {
  WriteBytes(shared_ / "file", "x");
  fs::create_directory(shared_ / "folder");
  int asked = 0;
  {
    const ChangeGuard guard(shared_, [&] {
      ++asked;
      throw LostLockError("lost");
    });
    const std::vector<std::function<void()>> changes = {
        [&] { AtomicWrite(shared_ / "folder/file", "y"); },
        [&] { TryPublishNew(shared_ / "new", "y"); },
        [&] { EnsureFolder(shared_ / "more"); },
        [&] { RemoveFile(shared_ / "file"); },
        [&] { RemoveTree(shared_ / "folder"); },
        [&] { RemoveIfEmpty(shared_ / "folder"); },
        [&] { MoveFile(shared_ / "file", folder_ / "file"); },
        [&] { MoveFile(mine_ / "secret", shared_ / "secret"); },
        [&] { RenameToBad(shared_ / "file"); },
        [&] { KeepAsBad(shared_ / "file"); }};
    for (const auto& change : changes) EXPECT_THROW(change(), LostLockError);
    EXPECT_EQ(asked, static_cast<int>(changes.size()));
    AtomicWrite(folder_ / "elsewhere", "y");
    EXPECT_EQ(ReadFile(shared_ / "file", 10), "x");
  }
  EXPECT_THAT(FilesIn(shared_), ElementsAre("file", "folder"));
  EXPECT_THAT(FilesIn(shared_ / "folder"), IsEmpty());
  ExpectUntouched();
  AtomicWrite(shared_ / "file", "y");
}

TEST(KeepAsBadTest, KeepsTheFileUnderBothNames) {
  const TemporaryFolder folder;
  WriteBytes(folder / "file", "old");
  EXPECT_EQ(KeepAsBad(folder / "file"), folder / "file.bad");
  AtomicWrite(folder / "file", "new");
  EXPECT_EQ(BytesOf(folder / "file.bad"), "old");
  EXPECT_EQ(KeepAsBad(folder / "file"), folder / "file.bad.2");
}

}  // namespace
}  // namespace raichi
