#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "solve/solver.h"
#include "solve/table.h"
#include "tests/solve/games.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

using ::testing::HasSubstr;

constexpr double kMuch = 1e12;

class TableFile : public ::testing::Test {
 protected:
  TableFile()
      : path_(std::filesystem::path(::testing::TempDir()) /
              ::testing::UnitTest::GetInstance()->current_test_info()->name()),
        rules_(SmallRules("t3t/5/1TK2/5/5")) {}
  ~TableFile() override { std::filesystem::remove(path_); }

  std::string ErrorOf(const std::string& bytes) {
    AtomicWrite(path_, bytes);
    try {
      ReadTable(path_, kMuch);
    } catch (const DamagedError& error) {
      EXPECT_THAT(error.what(), HasSubstr(path_.string()));
      return error.what();
    }
    return "";
  }

  const std::filesystem::path path_;
  const RulesPtr rules_;
};

TEST_F(TableFile, IsReadAgain) {
  const auto table = SolvedTable(rules_);
  WriteTable(path_, *table);
  const auto again = ReadTable(path_, kMuch);
  EXPECT_TRUE(again->IsDone());
  EXPECT_EQ(again->cells(), table->cells());
  EXPECT_EQ(again->rules().data(), rules_->data());
  EXPECT_EQ(TableBytes(*again), TableBytes(*table));
}

TEST_F(TableFile, ContinuesInEveryStage) {
  SolveTable table(rules_);
  const auto done = SolvedTable(rules_);
  std::set<uint32_t> kinds;
  int calls = 0;
  while (!table.IsDone()) {
    Solver(&table, 1).Run([&] { return ++calls % 3 != 0; });
    kinds.insert(table.stage().kind);
    WriteTable(path_, table);
    const auto again = ReadTable(path_, kMuch);
    EXPECT_EQ(again->stage(), table.stage());
    if (calls % 30 != 0) continue;
    Solver(again.get(), 1).Run([] { return true; });
    EXPECT_EQ(again->cells(), done->cells());
  }
  EXPECT_GE(kinds.size(), 3u);
  EXPECT_EQ(table.cells(), done->cells());
}

TEST_F(TableFile, DamageIsFound) {
  const std::string good = TableBytes(*SolvedTable(rules_));
  EXPECT_EQ(ErrorOf(good), "");
  for (size_t i = 0; i < good.size(); i += 1 + i / 8) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 16);
    EXPECT_THAT(ErrorOf(bad), HasSubstr(i < 16 ? "table" : "damaged")) << "byte " << i;
  }
  for (size_t size = 0; size < good.size(); size += 1 + size / 4) {
    EXPECT_THAT(ErrorOf(good.substr(0, size)), HasSubstr("truncated")) << size << " bytes";
  }
  EXPECT_THAT(ErrorOf(good + "x"), HasSubstr("truncated or lengthened"));
}

TEST_F(TableFile, OtherVersionsAreRefused) {
  std::string bytes = TableBytes(*SolvedTable(rules_));
  bytes[16] = 2;
  uint32_t length = 0;  // of the header without its first eight bytes; its checksum is its end
  std::memcpy(&length, bytes.data() + 4, sizeof(length));
  const uint64_t checksum = Checksum(std::string_view(bytes).substr(0, length));
  std::memcpy(bytes.data() + length, &checksum, sizeof(checksum));
  AtomicWrite(path_, bytes);
  EXPECT_THROW(ReadTable(path_, kMuch), VersionError);
}

TEST_F(TableFile, AFileLargerThanItsCellsIsNotRead) {
  constexpr uint64_t kBody = uint64_t{1} << 40;
  std::string bytes = TableBytes(*SolvedTable(rules_));
  std::memcpy(bytes.data() + 40, &kBody, sizeof(kBody));
  uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 4, sizeof(length));
  const uint64_t checksum = Checksum(std::string_view(bytes).substr(0, length));
  std::memcpy(bytes.data() + length, &checksum, sizeof(checksum));
  AtomicWrite(path_, bytes);
  std::filesystem::resize_file(path_, length + 8 + kBody);  // takes no room on the disk
  try {
    ReadTable(path_, kMuch);
    FAIL() << "a table of a terabyte";
  } catch (const DamagedError& error) {
    EXPECT_THAT(error.what(), HasSubstr("too large for its cells"));
  }
}

TEST_F(TableFile, TooLargeTablesAreRefused) {
  WriteTable(path_, *SolvedTable(rules_));
  EXPECT_THROW(ReadTable(path_, 1000), Error);
}

}  // namespace
}  // namespace raichi
