#include "base/files/paths.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/error.h"
#include "base/files/output_file.h"
#include "base/text.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

class PathsTest : public testing::Test {
 protected:
  PathsTest() {
    std::ofstream(folder_.path() / "file") << "text";
    fs::create_symlink("circle", folder_.path() / "circle");
    fs::create_symlink("file", folder_.path() / "link");
    fs::create_symlink("nowhere", folder_.path() / "dangling");
  }

  fs::path In(const std::string& name) const { return folder_.path() / name; }

  TemporaryFolder folder_;
};

TEST_F(PathsTest, FilesAndFoldersAreFoundThroughLinks) {
  EXPECT_TRUE(Exists(In("file")) && IsFile(In("file")) && !IsFolder(In("file")));
  EXPECT_TRUE(Exists(In("link")) && IsFile(In("link")));
  EXPECT_TRUE(Exists(folder_.path()) && IsFolder(folder_.path()) && !IsFile(folder_.path()));
  EXPECT_TRUE(AreSame(In("link"), In("file")));
  EXPECT_FALSE(AreSame(In("file"), In("none")));
  EXPECT_EQ(RealPath(In("./link")), RealPath(In("file")));
  EXPECT_EQ(AbsolutePath(In("x/../link")), In("link"));
}

TEST_F(PathsTest, NamesThatNoFileCanHaveAreThoseOfNoFile) {
  for (const fs::path& path :
       {fs::path(), In("none"), In("dangling"), In("file/x"), In(std::string(256, 'x')),
        In(std::string(5000, 'y')), fs::path(std::string("\x01\xff"))}) {
    EXPECT_FALSE(Exists(path) || IsFile(path) || IsFolder(path)) << path;
    EXPECT_FALSE(AreSame(path, path)) << path;
    EXPECT_NO_THROW(RealPath(path)) << path;
  }
  for (const fs::path& path : {In("circle"), In("circle/x")}) {
    EXPECT_THROW(Exists(path), ReadError) << path;
    EXPECT_FALSE(IsFile(path) || AreSame(path, path)) << path;
    EXPECT_NO_THROW(RealPath(path)) << path;
  }
}

TEST_F(PathsTest, WhatMayNotBeLookedAtIsAnErrorOfOurs) {
  if (geteuid() == 0) GTEST_SKIP() << "root may look everywhere";
  fs::create_directory(In("closed"));
  fs::permissions(In("closed"), fs::perms::none);
  EXPECT_THROW(Exists(In("closed/x")), ReadError);
  EXPECT_NO_THROW(RealPath(In("closed/x")));
}

TEST(NameContentTest, KnowsWhatPeopleMistakeForModelsAndShards) {
  EXPECT_EQ(NameContent("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"),
            "a Git LFS pointer in place of the file, which `git lfs pull` fetches");
  EXPECT_EQ(NameContent("\n <!DOCTYPE HTML><p>Not found"),
            "an HTML page, as servers send in place of a file");
  EXPECT_EQ(NameContent("\x08\x08\x12\x06raichi"), "an ONNX network");
  EXPECT_EQ(NameContent("PK\x03\x04...."), "a zip archive, as PyTorch and TorchScript write");
  EXPECT_EQ(NameContent("\x28\xb5\x2f\xfd...."), "a zstd archive");
  EXPECT_EQ(NameContent("{\"moves\": \"a4-a3\"}\n"), "text");
  EXPECT_EQ(NameContent("\xc3\xa6"), "text");
  EXPECT_EQ(NameContent(""), "");
  EXPECT_EQ(NameContent(std::string(64, '\0')), "");
}

}  // namespace
}  // namespace raichi
