#include "base/files/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "tests/selfplay/games.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(WriteOutputTest, MakesAndReplacesRegularFiles) {
  const TemporaryFolder folder;
  const fs::path file = folder / "file";
  EXPECT_TRUE(IsRegularOutput(file));
  CheckOutput(file);
  WriteOutput(file, "first, longer");
  WriteOutput(file, "second");
  EXPECT_EQ(BytesOf(file), "second");
}

TEST(WriteOutputTest, FollowsSymbolicLinks) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "elsewhere");
  fs::create_symlink("elsewhere/file", folder / "second");
  fs::create_symlink("second", folder / "first");
  for (const char* text : {"new", "replaced"}) {  // The links dangle, then lead to a file.
    CheckOutput(folder / "first");
    WriteOutput(folder / "first", text);
    EXPECT_EQ(BytesOf(folder / "elsewhere" / "file"), text);
  }
  EXPECT_TRUE(fs::is_symlink(folder / "first"));
  EXPECT_TRUE(fs::is_symlink(folder / "second"));
}

TEST(WriteOutputTest, WritesToAPipeAndLeavesIt) {
  const TemporaryFolder folder;
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_FALSE(IsRegularOutput(pipe));
  CheckOutput(pipe);
  WriteOutput(pipe, "through");
  std::array<char, 20> bytes{};
  EXPECT_EQ(read(reader, bytes.data(), bytes.size()), 7);
  EXPECT_STREQ(bytes.data(), "through");
  EXPECT_TRUE(fs::is_fifo(pipe));
  close(reader);
}

TEST(WriteOutputTest, WritesToADevice) {
  WriteOutput("/dev/null", "anything");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THAT(ErrorOf([] { WriteOutput("/dev/full", "anything"); }),
              HasSubstr("/dev/full: cannot write: No space left on device"));
}

TEST(WriteOutputTest, WritesToAnOpenDescriptorBehindWhatItHolds) {
  const TemporaryFolder folder;
  const int file = open((folder / "file").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_EQ(write(file, "before ", 7), 7);
  const fs::path name = "/dev/fd/" + std::to_string(file);
  EXPECT_FALSE(IsRegularOutput(name));
  CheckOutput(name);
  WriteOutput(name, "after");
  close(file);
  EXPECT_EQ(BytesOf(folder / "file"), "before after");
}

TEST(WriteOutputTest, RefusesFolders) {
  const TemporaryFolder folder;
  EXPECT_THAT(ErrorOf([&] { CheckOutput(folder.path()); }), HasSubstr("Is a directory"));
  EXPECT_THAT(ErrorOf([&] { CheckOutput(folder / "none" / "file"); }), HasSubstr("No such file"));
}

}  // namespace
}  // namespace raichi
