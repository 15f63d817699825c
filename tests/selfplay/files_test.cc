#include "base/files/files.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

#include "base/checksum.h"
#include "base/files/output_file.h"
#include "tests/selfplay/games.h"
#include "tests/selfplay/no_large_files.h"
#include "tests/selfplay/no_more_files.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(AtomicWriteTest, WritesAndReplacesWholeFiles) {
  const TemporaryFolder folder;
  AtomicWrite(folder / "file", "first, longer");
  AtomicWrite(folder / "file", std::string("second\0", 7));
  EXPECT_EQ(ReadFile(folder / "file", 100), std::string("second\0", 7));
  EXPECT_THAT(FilesIn(folder.path()), ElementsAre("file"));
}

TEST(AtomicWriteTest, ATemporaryFileThatAnEarlierAttemptPublishedIsLeftAlone) {
  const TemporaryFolder folder;
  const auto published = folder.path() / "published";
  AtomicWrite(published, "old");
  std::filesystem::create_hard_link(published, TemporaryPath(folder.path() / "file"));
  AtomicWrite(folder.path() / "file", "new");
  EXPECT_EQ(ReadFile(published, 10), "old");
  EXPECT_EQ(ReadFile(folder.path() / "file", 10), "new");
}

TEST(AtomicWriteTest, AFullDiskIsAnErrorThatLeavesNothingNew) {
  const TemporaryFolder folder;
  AtomicWrite(folder / "file", "old");
  {
    const NoLargeFiles full;
    EXPECT_THAT(ErrorOf([&] { AtomicWrite(folder / "file", "new"); }),
                HasSubstr((folder / "file").string() + ": cannot write: File too large"));
  }
  EXPECT_EQ(BytesOf(folder / "file"), "old");
  EXPECT_THAT(FilesIn(folder.path()), ElementsAre("file"));
}

TEST(AtomicWriteTest, AFileCutOffHalfwayIsAnErrorThatLeavesNothingNew) {
  const TemporaryFolder folder;
  rlimit old_limit{};
  getrlimit(RLIMIT_FSIZE, &old_limit);
  rlimit limit = old_limit;
  limit.rlim_cur = 1000;  // A write beyond this is first cut short, then fails.
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
  // Root may write anywhere, so become the user nobody for a moment.
  const bool root = ::geteuid() == 0;
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

TEST(PublishNewTest, NeverReplacesAFile) {
  const TemporaryFolder folder;
  PublishNew(folder / "file", "first");
  PublishNew(folder / "file", "first");
  for (const char* other : {"second", "f", "Third"}) {
    EXPECT_THAT(ErrorOf([&] { PublishNew(folder / "file", other); }),
                HasSubstr((folder / "file").string() + ": exists with other content"));
  }
  EXPECT_EQ(BytesOf(folder / "file"), "first");
  EXPECT_THAT(FilesIn(folder.path()), ElementsAre("file"));
}

TEST(TemporaryTest, NamesItsOwner) {
  const std::string pid = std::to_string(::getpid());
  EXPECT_THAT(TemporaryPath("folder/mine").string(),  // folder/mine.HOST.PID.START.tmp
              testing::MatchesRegex("folder/mine\\.[^.]+\\." + pid + "\\.[1-9][0-9]*\\.tmp"));
}

TEST(TemporaryTest, OnlyThoseOfDeadProcessesOfThisMachineAreRemoved) {
  const TemporaryFolder folder;
  const std::filesystem::path mine = TemporaryPath(folder / "mine");
  WriteBytes(mine, "");
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  const std::string name = mine.filename();  // mine.HOST.PID.START.tmp
  const std::string pid = "." + std::to_string(::getpid()) + ".";
  const auto with = [&](const std::string& text, const std::string& old, const std::string& now) {
    std::string changed = text;
    return changed.replace(changed.find(old), old.size(), now);
  };
  const std::string dead = with(name, pid, "." + std::to_string(child) + ".");
  const std::string reused = with(name, pid, pid + "1");  // Same process number, other start time.
  const std::string elsewhere = with(dead, "mine.", "mine.elsewhere-");
  for (const std::string& file : {dead, reused, elsewhere, std::string("x.games.tmp")}) {
    WriteBytes(folder / file, "");
  }
  std::filesystem::create_directory(folder / ("folder" + dead));
  WriteBytes(folder / ("folder" + dead) / "file", "");
  RemoveDeadTemporaries(folder.path());
  EXPECT_THAT(FilesIn(folder.path()), UnorderedElementsAre(name, elsewhere, "x.games.tmp"));
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

/// Returns the system's error number, or 0 if `path` could be read.
int CodeOfReading(const std::filesystem::path& path) {
  try {
    ReadFile(path, 100);
    return 0;
  } catch (const ReadError& error) {
    return error.code();
  }
}

TEST(ReadFileTest, TellsWhatTheSystemCannotReadFromWhatIsDamaged) {
  const TemporaryFolder folder;
  WriteBytes(folder / "file", "12345");
  EXPECT_THROW(ReadFile(folder / "file", 4), DamagedError);
  EXPECT_EQ(CodeOfReading(folder / "none"), ENOENT);
  EXPECT_EQ(CodeOfReading(folder / "file/x"), ENOTDIR);
  EXPECT_EQ(CodeOfReading(folder.path()), EISDIR);
  ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
  EXPECT_EQ(CodeOfReading(folder / "fifo"), EINVAL);  // Does not wait for a writer.
  {
    const NoMoreFiles none;
    EXPECT_EQ(CodeOfReading(folder / "file"), EMFILE);
  }
  EXPECT_EQ(CodeOfReading(folder / "file"), 0);
}

TEST(ListFolderTest, AFolderThatCannotBeListedIsNotEmpty) {
  const TemporaryFolder folder;
  WriteBytes(folder / "b", "");
  WriteBytes(folder / "a", "");
  EXPECT_THAT(ListFolder(folder.path()), ElementsAre(folder / "a", folder / "b"));
  EXPECT_THAT(ListFolder(folder / "none"), IsEmpty());
  EXPECT_THROW(ListFolder(folder / "a"), ReadError);
  const NoMoreFiles none;
  EXPECT_THROW(ListFolder(folder.path()), ReadError);
}

TEST(ListFolderTest, WaitsForWhatMayPass) {
  const TemporaryFolder folder;
  WriteBytes(folder / "a", "");
  const std::jthread none = NoFilesForAMoment();
  EXPECT_THAT(ListFolder(folder.path()), ElementsAre(folder / "a"));
}

TEST(RenameToBadTest, RenamesTheFile) {
  const TemporaryFolder folder;
  WriteBytes(folder / "file", "x");
  EXPECT_EQ(RenameToBad(folder / "file"), folder / "file.bad");
  EXPECT_THAT(FilesIn(folder.path()), ElementsAre("file.bad"));
}

TEST(RenameToBadTest, KeepsWhatWasSetAsideBefore) {
  const TemporaryFolder folder;
  for (const char* bytes : {"1", "2", "3"}) {
    WriteBytes(folder / "file", bytes);
    RenameToBad(folder / "file");
  }
  EXPECT_THAT(FilesIn(folder.path()), ElementsAre("file.bad", "file.bad.2", "file.bad.3"));
  EXPECT_EQ(BytesOf(folder / "file.bad"), "1");
}

TEST(ChecksumTest, IsFnv1a) {
  // Test vectors by the authors of FNV, http://www.isthe.com/chongo/tech/comp/fnv.
  EXPECT_EQ(Checksum(""), 0xcbf29ce484222325u);
  EXPECT_EQ(Checksum("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(Checksum("foobar"), 0x85944171f73967e8u);
}

}  // namespace
}  // namespace raichi
