#include "run/sharing/run_lock.h"

#include <gmock/gmock.h>

#include <cerrno>

#include "base/error.h"
#include "base/process_id.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class RunLockTest : public RunFolderCase {
 protected:
  static LockFile Failing(int error) {
    return [error](int) { return error; };
  }
  std::filesystem::path token() const { return run() / ".train.token"; }
  void WriteToken(const std::string& host, const std::string& process) const {
    WriteBytes(token(), host + " " + process + " 1 1\n");
  }
  std::string ErrorOfLock(int error = ENOLCK) const {
    return ErrorOf([&] { const RunLock lock(run(), "train", "held", Failing(error)); });
  }
};

TEST_F(RunLockTest, OneProcessHoldsIt) {
  {
    const RunLock lock(run(), "train");
    const RunLock other_job(run(), "selfplay-01");
    EXPECT_THAT(ErrorOf([&] { const RunLock second(run(), "train"); }),
                HasSubstr("another process holds this folder's job 'train'"));
  }
  const RunLock again(run(), "train");
  EXPECT_THAT(FilesIn(run()), ElementsAre(".selfplay-01.lock", ".train.lock"));
}

TEST_F(RunLockTest, ATokenTakesItsPlaceWhereThereAreNoLocks) {
  for (const int error : {ENOLCK, ENOTSUP, ENOSYS}) {
    {
      const RunLock lock(run(), "train", "held", Failing(error));
      EXPECT_THAT(BytesOf(token()), testing::StartsWith(ThisProcess().host + " "));
      EXPECT_THAT(ErrorOfLock(),
                  AllOf(HasSubstr(".train.token: held (process "), HasSubstr(ThisProcess().host)));
      EXPECT_TRUE(std::filesystem::exists(token()));
    }
    EXPECT_FALSE(std::filesystem::exists(token()));
  }
}

TEST_F(RunLockTest, ALockThatIsHeldDiffersFromOneThatCannotBeTaken) {
  EXPECT_THROW(RunLock(run(), "train", "held", Failing(EWOULDBLOCK)), HeldError);
  EXPECT_THAT(ErrorOfLock(EWOULDBLOCK), HasSubstr("held"));
  EXPECT_THAT(ErrorOfLock(EIO), HasSubstr(".train.lock: cannot lock: Input/output error"));
  EXPECT_FALSE(std::filesystem::exists(token()));
}

TEST_F(RunLockTest, TheTokenOfADeadProcessIsReplaced) {
  WriteToken(ThisProcess().host, "999999999");
  const RunLock lock(run(), "train", "held", Failing(ENOLCK));
  EXPECT_THAT(BytesOf(token()), testing::Not(HasSubstr("999999999")));
  EXPECT_THAT(FilesIn(run()), ElementsAre(".train.lock", ".train.token"));
}

TEST_F(RunLockTest, TheTokenOfAnotherMachineStaysAndTheErrorSaysWhatToDo) {
  WriteToken("elsewhere", "7");
  EXPECT_THAT(ErrorOfLock(), AllOf(HasSubstr(".train.token: held (process 7 of elsewhere)"),
                                   HasSubstr("remove this file")));
  WriteBytes(token(), "nonsense");
  EXPECT_THAT(ErrorOfLock(), HasSubstr("remove this file"));
  EXPECT_EQ(BytesOf(token()), "nonsense");
  std::filesystem::remove(token());
  EXPECT_EQ(ErrorOfLock(), "");
}

}  // namespace
}  // namespace raichi
