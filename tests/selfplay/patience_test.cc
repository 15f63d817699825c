#include <gmock/gmock.h>

#include <cerrno>

#include "base/files/paths.h"

namespace raichi {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

class PatienceTest : public testing::Test {
 protected:
  Patience patience_ = {.waits = {milliseconds(1), milliseconds(2)},
                        .sleep = [this](milliseconds time) { slept_.push_back(time); }};
  std::vector<milliseconds> slept_;
  int reads_ = 0;
};

TEST_F(PatienceTest, WaitsForWhatMayPass) {
  const auto read = [&] {
    if (++reads_ < 3) throw ReadError("too many files", EMFILE);
    return 7;
  };
  EXPECT_EQ(ReadPatiently(patience_, read), 7);
  EXPECT_THAT(slept_, ElementsAre(milliseconds(1), milliseconds(2)));
}

TEST_F(PatienceTest, GivesUpAfterTheLastWait) {
  for (const int code : {EMFILE, ENFILE, EIO, ESTALE, ETIMEDOUT}) {
    reads_ = 0;
    const auto read = [&]() -> int { throw ReadError("number " + std::to_string(++reads_), code); };
    EXPECT_THROW(ReadPatiently(patience_, read), ReadError);
    EXPECT_EQ(reads_, 3) << code;
  }
}

TEST_F(PatienceTest, DoesNotWaitForWhatStays) {
  for (const int code : {EACCES, ENOENT, ENOTDIR, EISDIR}) {
    EXPECT_THROW(ReadPatiently(patience_, [&]() -> int { throw ReadError("", code); }), ReadError);
  }
  EXPECT_THROW(ReadPatiently(patience_, [&]() -> int { throw VersionError("2"); }), VersionError);
  EXPECT_THROW(ReadPatiently(patience_, [&]() -> int { throw Error("other"); }), Error);
  EXPECT_THAT(slept_, IsEmpty());
}

TEST_F(PatienceTest, ReadsADamagedFileTwice) {
  EXPECT_THROW(ReadPatiently(patience_,
                             [&]() -> int {
                               ++reads_;
                               throw DamagedError("");
                             }),
               DamagedError);
  EXPECT_EQ(reads_, 2);
  reads_ = 0;
  const auto once = [&] {
    if (++reads_ == 1) throw DamagedError("");
    return 7;
  };
  EXPECT_EQ(ReadPatiently(patience_, once), 7);
}

}  // namespace
}  // namespace raichi
