#include "selfplay/records/files.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(AtomicWriteTest, WritesAndReplacesWholeFiles) {
  const TemporaryFolder folder;
  AtomicWrite(folder / "file", "first, longer");
  AtomicWrite(folder / "file", std::string("second\0", 7));
  EXPECT_EQ(ReadFile(folder / "file", 100), std::string("second\0", 7));
  EXPECT_THAT(FilesIn(folder.path()), ElementsAre("file"));
}

TEST(AtomicWriteTest, AFullDiskIsAnErrorThatLeavesNothingNew) {
  const TemporaryFolder folder;
  AtomicWrite(folder / "file", "old");
  // /dev/full answers every write as a full disk does.
  std::filesystem::create_symlink("/dev/full", folder / "file.tmp");
  const std::string error = ErrorOf([&] { AtomicWrite(folder / "file", "new"); });
  EXPECT_THAT(error, HasSubstr((folder / "file").string() + ": cannot write"));
  EXPECT_THAT(error, HasSubstr("No space left on device"));
  EXPECT_EQ(BytesOf(folder / "file"), "old");
  EXPECT_THAT(FilesIn(folder.path()), ElementsAre("file"));
}

TEST(AtomicWriteTest, AFileCutOffHalfwayIsAnErrorThatLeavesNothingNew) {
  const TemporaryFolder folder;
  rlimit old_limit{};
  getrlimit(RLIMIT_FSIZE, &old_limit);
  rlimit limit = old_limit;
  limit.rlim_cur = 1000;  // a write beyond is first cut short, then fails
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  const std::string error = ErrorOf([&] { AtomicWrite(folder / "file", std::string(5000, 'x')); });
  setrlimit(RLIMIT_FSIZE, &old_limit);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_THAT(error, HasSubstr("File too large"));
  EXPECT_THAT(FilesIn(folder.path()), IsEmpty());
}

TEST(AtomicWriteTest, AnUnwritableFolderIsAnErrorThatNamesTheFile) {
  const TemporaryFolder folder;
  EXPECT_THAT(ErrorOf([&] { AtomicWrite(folder / "missing/file", "x"); }),
              HasSubstr((folder / "missing/file").string() + ": cannot create: No such file"));
  const bool root = ::geteuid() == 0;  // who may write anywhere: be nobody for a moment
  std::filesystem::permissions(
      folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  ASSERT_EQ(::seteuid(root ? 65534 : ::geteuid()), 0);
  const std::string error = ErrorOf([&] { AtomicWrite(folder / "file", "x"); });
  ASSERT_EQ(::seteuid(root ? 0 : ::geteuid()), 0);
  EXPECT_THAT(error, HasSubstr("cannot create: Permission denied"));
}

TEST(AtomicWriteTest, AFolderInThePlaceOfTheFileIsAnError) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "file");
  EXPECT_THAT(ErrorOf([&] { AtomicWrite(folder / "file", "x"); }), HasSubstr("file: cannot write"));
  EXPECT_THAT(FilesIn(folder.path()), ElementsAre("file"));
}

TEST(CheckWritableTest, TellsBeforeTheWork) {
  const TemporaryFolder folder;
  WriteBytes(folder / "file", "12345");
  CheckWritable(folder / "file");
  CheckWritable(folder / "new");
  EXPECT_EQ(FilesIn(folder.path()).size(), 1u);
  EXPECT_THAT(ErrorOf([&] { CheckWritable(folder.path()); }), HasSubstr("Is a directory"));
  EXPECT_THAT(ErrorOf([&] { CheckWritable(folder / "no/new"); }),
              HasSubstr((folder / "no/new").string() + ": cannot create: No such file"));
  EXPECT_THAT(ErrorOf([&] { CheckWritable(folder / "file/new"); }), HasSubstr("Not a directory"));
}

TEST(ReadFileTest, RefusesMissingLargeAndOtherFiles) {
  const TemporaryFolder folder;
  WriteBytes(folder / "file", "12345");
  EXPECT_EQ(ReadFile(folder / "file", 5), "12345");
  EXPECT_THAT(ErrorOf([&] { ReadFile(folder / "file", 4); }), HasSubstr("expected at most 4"));
  EXPECT_THAT(ErrorOf([&] { ReadFile(folder / "none", 4); }), HasSubstr("none: cannot open"));
  EXPECT_THAT(ErrorOf([&] { ReadFile(folder.path(), 4); }), HasSubstr("expected a file"));
}

TEST(SetAsideTest, RenamesTheFile) {
  const TemporaryFolder folder;
  WriteBytes(folder / "file", "x");
  SetAside(folder / "file");
  EXPECT_THAT(FilesIn(folder.path()), ElementsAre("file.bad"));
}

TEST(ChecksumTest, IsFnv1a) {
  // Test vectors of the authors, http://www.isthe.com/chongo/tech/comp/fnv.
  EXPECT_EQ(Checksum(""), 0xcbf29ce484222325u);
  EXPECT_EQ(Checksum("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(Checksum("foobar"), 0x85944171f73967e8u);
}

}  // namespace
}  // namespace raichi
