#include <cerrno>

#include "base/files/files.h"
#include "run/files/state.h"
#include "tests/run/run_folder_case.h"

namespace raichi {
namespace {

class SetAsideTest : public RunFolderCase {
 protected:
  void SetUp() override { AtomicWrite(file(), "x"); }
  std::filesystem::path file() const { return run() / "file"; }
  bool IsThere(const char* name) const { return std::filesystem::exists(run() / name); }
};

TEST_F(SetAsideTest, DamageIsLookedAtTwice) {
  int reads = 0;
  EXPECT_TRUE(ReadOrSetAside(file(), [&] {
    if (++reads == 1) throw DamagedError("file: damaged");
  }));
  EXPECT_TRUE(IsThere("file"));
  EXPECT_FALSE(ReadOrSetAside(file(), [] { throw DamagedError("file: damaged"); }));
  EXPECT_FALSE(IsThere("file"));
  EXPECT_TRUE(IsThere("file.bad"));
}

TEST_F(SetAsideTest, NothingThatWasSetAsideIsOverwritten) {
  AtomicWrite(run() / "file.bad", "older");
  SetAside(file(), DamagedError("file: damaged"));
  EXPECT_EQ(ReadFile(run() / "file.bad", 100), "older");
  EXPECT_EQ(ReadFile(run() / "file.bad.2", 100), "x");
}

TEST_F(SetAsideTest, AnotherProcessMayBeFaster) {
  std::filesystem::remove(file());
  EXPECT_NO_THROW(SetAside(file(), DamagedError("file: damaged")));
  EXPECT_FALSE(IsThere("file.bad"));
}

TEST_F(SetAsideTest, AnUnknownVersionStays) {
  EXPECT_THROW(ReadOrSetAside(file(), [] { throw VersionError("file: version 9"); }), VersionError);
  EXPECT_TRUE(IsThere("file"));
}

TEST_F(SetAsideTest, WhatCannotBeReadNowIsTriedAgainAndStays) {
  int reads = 0;
  EXPECT_TRUE(ReadOrSetAside(file(), [&] {
    if (++reads < 3) throw ReadError("file: cannot open", EMFILE);
  }));
  EXPECT_EQ(reads, 3);
  EXPECT_THROW(ReadOrSetAside(file(), [] { throw ReadError("file: cannot read", EIO); }),
               ReadError);
  EXPECT_TRUE(IsThere("file"));
}

TEST_F(SetAsideTest, ADamagedStateIsMadeAgainFromWhatTheRunKnows) {
  SaveRunState(run(), {.model = 3, .seconds = 99, .finished = true});
  std::string text = ReadFile(run() / "state.json", 1000);
  text[text.find("99")] = '1';
  AtomicWrite(run() / "state.json", text);
  RepairRunState(run(), {.model = 3, .seconds = 98});
  EXPECT_EQ(LoadRunState(run()).seconds, 98);
  EXPECT_FALSE(LoadRunState(run()).finished);
  EXPECT_TRUE(IsThere("state.json.bad"));
  std::filesystem::remove(run() / "state.json");
  RepairRunState(run(), {.model = 3, .seconds = 98});
  EXPECT_EQ(LoadRunState(run()).seconds, 98);
}

TEST_F(SetAsideTest, AStateOfAnOlderProgramIsGood) {
  AtomicWrite(run() / "state.json", "{\"model\":2,\"seconds\":7.5,\"finished\":true}\n");
  RepairRunState(run(), {.model = 2, .seconds = 1});
  EXPECT_EQ(LoadRunState(run()).seconds, 7.5);
  EXPECT_TRUE(LoadRunState(run()).finished);
}

}  // namespace
}  // namespace raichi
