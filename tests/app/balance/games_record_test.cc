#include "app/balance/study/games_record.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "base/files/files.h"
#include "tests/app/balance/tiny_study.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::HasSubstr;
using testing::Lt;

RecordedGame GameOf(uint32_t opening, uint32_t line, Result result, int plies) {
  return {opening,
          line,
          {.result = result,
           .reason = Reason::kKingEscaped,
           .plies = plies,
           .first_move = Move::AlongRank(Square(1, 4), 2),
           .drama = 0.25,
           .lead_changes = 2}};
}

TEST(GamesRecord, GamesStayTheSame) {
  const TemporaryFolder folder;
  GamesRecord written;
  written.Add("a/x", {GameOf(900, 7, Result::kAttackersWin, 40), GameOf(5, 8, Result::kDraw, 0),
                      GameOf(900, 7, Result::kDefendersWin, 512)});
  written.Add("a/y", {GameOf(5, 8, Result::kDraw, 3)});
  written.Add("ab/x", {GameOf(900, 7, Result::kDraw, 4), GameOf(6, 7, Result::kDraw, 5)});
  written.Write(folder / "games.zst");
  const GamesRecord read = GamesRecord::Read(folder / "games.zst");
  EXPECT_EQ(read.Find("a/z"), nullptr);
  ASSERT_NE(read.Find("a/x"), nullptr);
  const GamesRecord::Unit x = *read.Find("a/x"), y = *read.Find("a/y"), b = *read.Find("ab/x");
  ASSERT_EQ(x.size(), 3u);
  EXPECT_EQ(x[0].opening, x[2].opening);
  EXPECT_EQ(x[0].line, x[2].line);
  EXPECT_NE(x[0].opening, x[1].opening);
  EXPECT_EQ(x[1].opening, y[0].opening);
  EXPECT_EQ(x[1].line, y[0].line);
  EXPECT_EQ(x[0].opening, b[0].opening);  // between rule sets
  EXPECT_NE(b[1].opening, b[0].opening);
  EXPECT_NE(b[1].opening, x[1].opening);
  EXPECT_EQ(b[1].line, b[0].line);
  EXPECT_EQ(x[2].facts.result, Result::kDefendersWin);
  EXPECT_EQ(x[2].facts.reason, Reason::kKingEscaped);
  EXPECT_EQ(x[2].facts.plies, 512);
  EXPECT_EQ(x[2].facts.first_move, Move::AlongRank(Square(1, 4), 2));
  EXPECT_EQ(x[2].facts.drama, 0.25);
  EXPECT_EQ(x[2].facts.lead_changes, 2);
}

TEST(GamesRecord, DamageIsNamed) {
  const TemporaryFolder folder;
  GamesRecord record;
  record.Add("a/x", {GameOf(900, 7, Result::kAttackersWin, 40)});
  record.Write(folder / "games.zst");
  std::string bytes = BytesOf(folder / "games.zst");
  bytes[bytes.size() / 2] ^= 1;
  WriteBytes(folder / "games.zst", bytes);
  const auto read = [&] { GamesRecord::Read(folder / "games.zst"); };
  EXPECT_THAT(ErrorOf(read), HasSubstr("games.zst: is damaged"));
  WriteBytes(folder / "games.zst", "nothing");
  EXPECT_THAT(ErrorOf(read), HasSubstr("games.zst: is no record of games"));
}

class StudyRecord : public TinyStudy {};

/// Numbers that are summed in another order, to twelve digits.
Json Rounded(Json study) {
  for (Json& rules : study["rules"]) {
    for (const char* key : {"drama", "lead_changes"}) {
      rules["character"][key] = std::round(1e12 * rules["character"][key].get<double>());
    }
  }
  return study;
}

TEST_F(StudyRecord, EveryFigureFollowsFromIt) {
  GamesRecord record;
  StudyToJson(*study_, &record);
  const std::filesystem::path folder = *folder_ / "record";
  std::filesystem::create_directories(folder);
  for (const char* file : {"plan.yaml", "identity.json"}) {
    std::filesystem::copy(study_->folder() / file, folder / file);
  }
  record.Write(GamesRecordFile(folder));
  const Study copy(study_->plan(), folder);
  EXPECT_TRUE(copy.IsRecord());
  EXPECT_EQ(MissingGames(copy), 0u);
  Json without = json_;
  for (Json& rules : without["rules"]) rules.erase("sample_games");
  EXPECT_EQ(Rounded(StudyToJson(copy)), Rounded(without));
  WriteBytes(folder / "balance.json", JsonText(json_));
  const Json with = StudyToJson(copy);
  EXPECT_EQ(with["rules"][0]["sample_games"], json_["rules"][0]["sample_games"]);
  const double games = json_.at("games").get<double>();
  EXPECT_THAT(static_cast<double>(std::filesystem::file_size(GamesRecordFile(folder))),
              Lt(3 * games + 3000));
  EXPECT_FALSE(study_->IsRecord());
}

}  // namespace
}  // namespace raichi
