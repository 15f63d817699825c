#include "run/sharing/stream_claim.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "base/json.h"
#include "base/process.h"
#include "console/output.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::ElementsAre;

using StreamClaimTest = RunFolderCase;

TEST_F(StreamClaimTest, EachClaimIsAnotherNumber) {
  EXPECT_EQ(ClaimStream(run()).number, 100);
  EXPECT_EQ(ClaimStream(run()).number, 101);
  EXPECT_TRUE(ClaimStream(run()).is_new);
  WriteBytes(run() / "streams/000117", "of another machine");
  EXPECT_EQ(ClaimStream(run()).number, 118);
  EXPECT_EQ(BytesOf(run() / "streams/000117"), "of another machine");
  WriteBytes(run() / "streams/1234567", "many");
  EXPECT_EQ(ClaimStream(run()).number, 1234568);
  WriteBytes(run() / "streams/8388607", "the last one");
  EXPECT_THAT(ErrorOf([&] { ClaimStream(run()); }), testing::HasSubstr("no number is left"));
}

TEST_F(StreamClaimTest, TheFileSaysWhoClaimedIt) {
  setenv("SLURM_JOB_ID", "4711", 1);
  setenv("SLURM_RESTART_COUNT", "2", 1);
  const int number = ClaimStream(run()).number;
  unsetenv("SLURM_JOB_ID");
  unsetenv("SLURM_RESTART_COUNT");
  EXPECT_EQ(number, 100);
  Json claim = ParseJson(BytesOf(run() / "streams/000100"));
  EXPECT_TRUE(TakeSum(&claim));
  EXPECT_EQ(claim.at("host"), ThisProcess().host);
  EXPECT_EQ(claim.at("process"), ThisProcess().process);
  EXPECT_EQ(claim.at("start"), ThisProcess().start);
  EXPECT_EQ(claim.at("SLURM_JOB_ID"), "4711");
  EXPECT_EQ(claim.at("SLURM_RESTART_COUNT"), "2");
  EXPECT_FALSE(claim.contains("JOB_COMPLETION_INDEX"));
}

TEST_F(StreamClaimTest, AJobMayHaveAnyBytes) {
  setenv("SLURM_JOB_ID", "\xff", 1);
  EXPECT_EQ(ClaimStream(run()).number, 100);
  unsetenv("SLURM_JOB_ID");
  EXPECT_EQ(ParseJson(BytesOf(run() / "streams/000100")).at("SLURM_JOB_ID"), "\xff");
}

TEST_F(StreamClaimTest, WithoutEarlierClaimsTheShardsCount) {
  std::filesystem::create_directories(run() / "games/000003");
  WriteBytes(run() / "games/000003/000003-117-000000.games", "");
  WriteBytes(run() / "games/000001-05-000000.games", "");
  EXPECT_EQ(ClaimStream(run()).number, 118);
  EXPECT_THAT(FilesIn(run() / "streams"), ElementsAre("000118"));
}

}  // namespace
}  // namespace raichi
