#include "run/files/json_log.h"

#include <gmock/gmock.h>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/json.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;
using ::testing::ThrowsMessage;

class JsonLogTest : public RunFolderCase {
 protected:
  std::filesystem::path file() const { return run() / "log.jsonl"; }
  std::string Text() const { return ReadFile(file(), 1 << 20); }
  static void Accept(const Json&) {}
  /// The line of {"n":NUMBER} in a file.
  static std::string Line(int number) { return JsonText(WithSum({{"n", number}})) + "\n"; }
};

TEST_F(JsonLogTest, AppendingLeavesEarlierLinesUntouched) {
  JsonLog log(file(), Accept);
  log.Append({{"n", 1}});
  const auto before = std::filesystem::hard_link_count(file());
  std::filesystem::create_hard_link(file(), run() / "same");
  log.Append({{"n", 2}});
  EXPECT_EQ(std::filesystem::hard_link_count(file()), before + 1);  // no new file in its place
  EXPECT_EQ(Text(), Line(1) + Line(2));
}

TEST_F(JsonLogTest, AReaderPassesOverALineThatIsBeingWritten) {
  AtomicWrite(file(), "{\"n\":1}\n{\"n\":");
  JsonLog log(file());
  EXPECT_THAT(log.lines(), ElementsAre(Json({{"n", 1}})));
  EXPECT_EQ(Text(), "{\"n\":1}\n{\"n\":");  // reading changes nothing
  log.Append({{"n", 2}});
  EXPECT_EQ(Text(), "{\"n\":1}\n" + Line(2));
}

TEST_F(JsonLogTest, ALastLineWithoutNewlineIsKeptIfItIsWhole) {
  AtomicWrite(file(), "{\"n\":1}");
  JsonLog log(file(), Accept);
  log.Append({{"n", 2}});
  EXPECT_EQ(Text(), "{\"n\":1}\n" + Line(2));
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
  EXPECT_EQ(Text(),
            "{\"a\":\"m\\\\xFF\",\"sum\":\"65e9875f5bc357c7\"}\n"
            "{\"a\":\"m\\\\x5CxFF\",\"sum\":\"52fe9e6d4b32b32b\"}\n");
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
    EXPECT_EQ(Text(), Line(2));
    EXPECT_EQ(ReadFile(run() / kept, 1 << 20), "{\"n\":1\n{\"n\":2}\n{\"n\"");
  }
}

TEST_F(JsonLogTest, AChangedDigitIsDamage) {
  AtomicWrite(file(), Line(1) + "{\"n\":2}\n" + Line(3));
  const JsonLog log(file());
  EXPECT_THAT(log.lines(), ElementsAre(Json({{"n", 1}}), Json({{"n", 2}}), Json({{"n", 3}})));
  EXPECT_TRUE(log.IsSummed(0));
  EXPECT_FALSE(log.IsSummed(1));  // an older program wrote it
  EXPECT_EQ(Line(1), "{\"n\":1,\"sum\":\"" + ChecksumText("{\"n\":1}") + "\"}\n");
  std::string changed = Line(1);
  changed[5] = '2';
  AtomicWrite(file(), changed + Line(3));
  EXPECT_THROW(JsonLog{file()}, Error);
  EXPECT_THAT(JsonLog(file(), Accept).lines(), ElementsAre(Json({{"n", 3}})));
  EXPECT_EQ(Text(), Line(3));
}

TEST_F(JsonLogTest, AFileThatAnotherProcessChangedIsNotWrittenTo) {
  JsonLog log(file(), Accept);
  log.Append({{"n", 1}});
  JsonLog(file(), Accept).Append({{"n", 2}});
  EXPECT_THROW(log.Append({{"n", 3}}), LostLockError);
  EXPECT_EQ(Text(), Line(1) + Line(2));
}

class AppendFileTest : public RunFolderCase {
 protected:
  std::filesystem::path file() const { return run() / "file"; }
};

TEST_F(AppendFileTest, CutsOffWhatIsNotWholeAndAppends) {
  for (const std::string before : {"1\n2", "1\n2, and longer than what comes after it"}) {
    WriteBytes(file(), before);
    FileEnd end(before, 2);
    AppendAt(file(), &end, "3\n");
    EXPECT_EQ(BytesOf(file()), "1\n3\n");
    AppendAt(file(), &end, "4\n");
    EXPECT_EQ(BytesOf(file()), "1\n3\n4\n");
  }
}

TEST_F(AppendFileTest, AFileThatAnotherProcessWritesStaysAsItIs) {
  FileEnd end;
  AppendAt(file(), &end, "1\n");
  const FileEnd before = end;
  for (const char* now : {"1\n2\n", "", "2\n", "1"}) {
    WriteBytes(file(), now);
    FileEnd old = before;
    EXPECT_THROW(AppendAt(file(), &old, "mine\n"), LostLockError) << now;
    EXPECT_EQ(BytesOf(file()), now);
  }
  std::filesystem::remove(file());
  EXPECT_THROW(AppendAt(file(), &end, "mine\n"), LostLockError);
  EXPECT_FALSE(Exists(file()));
  FileEnd none;
  WriteBytes(file(), "1\n");
  EXPECT_THROW(AppendAt(file(), &none, "mine\n"), LostLockError);
}

}  // namespace
}  // namespace raichi
