// Names of files and players may be any bytes. None is lost, none is forged.

#include <gmock/gmock.h>

#include <algorithm>

#include "base/files/files.h"
#include "base/files/output_file.h"
#include "console/games.h"
#include "console/vectors.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

const std::string kOdd = "m\xff\n\u202e/model.raichi";

TEST(NamesTest, ASavedGameKeepsThem) {
  const TemporaryFolder folder;
  const std::string file = folder / "game.jsonl";
  SaveGame(Game(OpenRules("linnaeus")), {.attackers = kOdd, .defenders = "m\\xFF"}, file);
  ForEachVector(file, {"moves"}, [](const VectorLine& line) {
    EXPECT_EQ(line.Name("attackers"), kOdd);
    EXPECT_EQ(line.Name("defenders"), "m\\xFF");
    EXPECT_EQ(line.Name("id"), "");
  });
}

TEST(NamesTest, AGameIsPrintedOnOneLine) {
  GameRecord record;
  record.attackers = kOdd;
  testing::internal::CaptureStdout();
  PrintLine(GameToLine(record, OpenRules("linnaeus")));
  std::cout.flush();
  const std::string line = testing::internal::GetCapturedStdout();
  EXPECT_THAT(line, testing::HasSubstr(R"(m\xFF\n\u202E/model.raichi - )"));
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
}

TEST(VectorsTest, ALineThatIsNestedTooDeepIsNamed) {
  const TemporaryFolder folder;
  const std::string deep = std::string(300'000, '[') + std::string(300'000, ']');
  AtomicWrite(folder / "x.jsonl", "{\"moves\":\"\"}\n{\"moves\":" + deep + "}\n");
  EXPECT_THAT([&] { ForEachVector(folder / "x.jsonl", {"moves"}, [](const VectorLine&) {}); },
              testing::ThrowsMessage<Error>(testing::HasSubstr(
                  "x.jsonl:2: expected a JSON object, found what is nested more than 100 levels")));
}

}  // namespace
}  // namespace raichi
