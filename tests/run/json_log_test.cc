#include "run/files/json_log.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/files/files.h"
#include "tests/run/run_folder_case.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;
using ::testing::ThrowsMessage;

class JsonLogTest : public RunFolderCase {
 protected:
  std::filesystem::path file() const { return run() / "log.jsonl"; }
  std::string Text() const { return ReadFile(file(), 1 << 20); }
  static void Accept(const Json&) {}
};

TEST_F(JsonLogTest, AppendingLeavesEarlierLinesUntouched) {
  JsonLog log(file(), Accept);
  log.Append({{"n", 1}});
  const auto before = std::filesystem::hard_link_count(file());
  std::filesystem::create_hard_link(file(), run() / "same");
  log.Append({{"n", 2}});
  EXPECT_EQ(std::filesystem::hard_link_count(file()), before + 1);  // no new file in its place
  EXPECT_EQ(Text(), "{\"n\":1}\n{\"n\":2}\n");
}

TEST_F(JsonLogTest, AReaderPassesOverALineThatIsBeingWritten) {
  AtomicWrite(file(), "{\"n\":1}\n{\"n\":");
  JsonLog log(file());
  EXPECT_THAT(log.lines(), ElementsAre(Json({{"n", 1}})));
  EXPECT_EQ(Text(), "{\"n\":1}\n{\"n\":");  // reading changes nothing
  log.Append({{"n", 2}});
  EXPECT_EQ(Text(), "{\"n\":1}\n{\"n\":2}\n");
}

TEST_F(JsonLogTest, ALastLineWithoutNewlineIsKeptIfItIsWhole) {
  AtomicWrite(file(), "{\"n\":1}");
  JsonLog log(file(), Accept);
  log.Append({{"n", 2}});
  EXPECT_EQ(Text(), "{\"n\":1}\n{\"n\":2}\n");
}

TEST_F(JsonLogTest, AReaderRefusesADamagedLine) {
  AtomicWrite(file(), "{\"n\":1\n{\"n\":2}\n");
  EXPECT_THROW(JsonLog{file()}, Error);
}

TEST_F(JsonLogTest, ALineThatIsNestedTooDeepIsADamagedLine) {
  const std::string deep = std::string(300'000, '[') + std::string(300'000, ']');
  AtomicWrite(file(), "{\"n\":" + deep + "}\n{\"n\":2}\n");
  EXPECT_THAT([&] { JsonLog{file()}; },
              ThrowsMessage<Error>(file().string() + ":1: is nested more than 100 levels deep"));
  EXPECT_THAT(JsonLog(file(), Accept).lines(), ElementsAre(Json({{"n", 2}})));
}

TEST_F(JsonLogTest, NamesMayBeAnyBytes) {
  const std::vector<Json> lines = {{{"a", "m\xff"}}, {{"a", "m\\xFF"}}};
  JsonLog log(file(), Accept);
  for (const Json& line : lines) log.Append(line);
  log.Replace(lines);
  EXPECT_EQ(JsonLog(file()).lines(), lines);
  EXPECT_EQ(Text(), "{\"a\":\"m\\\\xFF\"}\n{\"a\":\"m\\\\x5CxFF\"}\n");
}

TEST_F(JsonLogTest, FaultsAreNamedWithFileAndLine) {
  AtomicWrite(file(), "{\"n\":1}\n{\"m\":2}\n");
  int sum = 0;
  try {
    JsonLog(file()).ForEach([&sum](const Json& line) { sum += line.at("n").get<int>(); });
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), file().string() + ":2: lacks `n`");
  }
  EXPECT_EQ(sum, 1);
}

TEST_F(JsonLogTest, TheWriterKeepsADamagedFileEachTime) {
  for (const char* kept : {"log.jsonl.bad", "log.jsonl.bad.2"}) {
    AtomicWrite(file(), "{\"n\":1\n{\"n\":2}\n{\"n\"");
    JsonLog log(file(), Accept);
    EXPECT_THAT(log.lines(), ElementsAre(Json({{"n", 2}})));
    EXPECT_EQ(Text(), "{\"n\":2}\n");
    EXPECT_EQ(ReadFile(run() / kept, 1 << 20), "{\"n\":1\n{\"n\":2}\n{\"n\"");
  }
}

}  // namespace
}  // namespace raichi
