#include "app/truth/outcomes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files/output_file.h"
#include "nn/model/model.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "run/truth/prediction.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::string FileOf(const TemporaryFolder& folder, const std::string& lines) {
  const std::string file = (folder / "games.jsonl").string();
  WriteOutput(file, lines);
  return file;
}

TEST(ReadEndedGames, LeavesOutGamesWithoutAResult) {
  const TemporaryFolder folder;
  const std::string file = FileOf(folder, R"({"moves": "d1-c1", "result": "attackers"}
{"moves": "d1-c1", "result": null}
{"moves": "d1-c1"}
{"moves": "", "result": "draw"}
)");
  const auto games = ReadEndedGames(file, "brandubh", true);
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(games[0].points, 1);
  EXPECT_EQ(games[0].moves.size(), 1u);
  EXPECT_EQ(games[1].points, 0.5);
  EXPECT_TRUE(games[1].moves.empty());
}

TEST(ReadEndedGames, TakesMovesUpToARepetitionThatNobodyClaimed) {
  const TemporaryFolder folder;
  std::string moves;
  for (int i = 0; i < 10; ++i) moves += "d1-c1 d3-c3 c1-d1 c3-d3 ";
  const std::string file =
      FileOf(folder, R"({"moves": ")" + moves + R"(", "result": "defenders"})" + "\n");
  const auto games = ReadEndedGames(file, "brandubh", true);
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(games[0].points, 0);
  EXPECT_LT(games[0].moves.size(), 40u);
  EXPECT_GE(games[0].moves.size(), 4u);
}

TEST(ReadEndedGames, RefusesIllegalMovesAndFilesWithoutGames) {
  const TemporaryFolder folder;
  EXPECT_THROW(
      ReadEndedGames(FileOf(folder, R"({"moves": "d1-d7", "result": "draw"})"), "brandubh", true),
      Error);
  EXPECT_THROW(
      ReadEndedGames(FileOf(folder, R"({"moves": "d1-c1", "result": null})"), "brandubh", true),
      Error);
}

class ForeseeTest : public testing::Test {
 protected:
  ForeseeTest() {
    WriteRandomModel(model_, {.canvas = 7, .blocks = 1, .channels = 8}, 1);
    const RulesPtr rules = OpenRules("brandubh");
    for (int i = 0; i < 40; ++i) {
      const char* first = i % 4 == 0   ? "d1-a1"
                          : i % 4 == 1 ? "d7-g7"
                          : i % 4 == 2 ? "d1-g1"
                                       : "d1-b1";
      EndedGame game{rules, {ParseMove(first, 7)}, i < 10 ? 1.0 : 0.0};
      games_.push_back(game);
    }
  }

  TemporaryFolder folder_;
  std::filesystem::path model_ = folder_ / "model.raichi";
  std::vector<EndedGame> games_;
};

TEST_F(ForeseeTest, MeasuresEachPlyThatEnoughGamesReach) {
  const Outcomes outcomes = Foresee(games_, model_, {}, {0, 1, 2}, 30);
  ASSERT_EQ(outcomes.plies.size(), 2u);  // no game has two plies
  const OutcomeFigures& setup = outcomes.plies[0];
  EXPECT_EQ(setup.games, 40u);
  EXPECT_NEAR(setup.score, 0.25, 1e-12);
  EXPECT_NEAR(setup.constant_loss, -0.25 * std::log(0.25) - 0.75 * std::log(0.75), 1e-9);
  EXPECT_FALSE(setup.fit);  // the same position each time
  ASSERT_TRUE(outcomes.plies[1].fit);
  EXPECT_LE(outcomes.plies[1].fit->log_loss, outcomes.plies[1].log_loss);
  EXPECT_NEAR(setup.log_loss,
              -0.25 * std::log(setup.expected) - 0.75 * std::log(1 - setup.expected), 1e-9);
  size_t positions = 0;
  for (const CalibrationBin& bin : outcomes.bins) positions += bin.positions;
  EXPECT_EQ(positions, 80u);
}

TEST_F(ForeseeTest, TooFewGamesAreAnError) {
  EXPECT_THAT(
      [&] {
        Foresee(games_, model_, {}, {0, 1}, 41);
      },
      ThrowsMessage<Error>(HasSubstr("at least 41 games")));
}

TEST_F(ForeseeTest, CountsSymmetricFirstMovesAsOne) {
  const Outcomes outcomes = Foresee(games_, model_, {}, {0}, 1);
  double network = 0;
  for (const FirstMoveShare& share : outcomes.first_moves) network += share.network;
  ASSERT_EQ(outcomes.first_moves.size(), 6u);  // a4 to a3, a2, a1; b4 to b3, b2, b1
  EXPECT_EQ(ToString(outcomes.first_moves[0].move), "a4-a1");
  EXPECT_NEAR(outcomes.first_moves[0].games, 0.75, 1e-12);
  EXPECT_NEAR(network, 1, 1e-6);
}

TEST_F(ForeseeTest, ExpectsOfTheAttackersWhatTheNetworkExpectsOfTheSideToMove) {
  Game game(games_[0].rules);
  const std::vector<EndedGame> alike(40, games_[0]);
  for (const Side to_move : {Side::kAttackers, Side::kDefenders}) {
    ASSERT_EQ(game.to_move(), to_move);
    double value = 0;
    AskNetwork(model_, {}, {&game}, [&](size_t, const Evaluation& said) { value = said.Value(); });
    ASSERT_GT(std::abs(value), 1e-3);
    const int ply = game.ply();
    EXPECT_NEAR(Foresee(alike, model_, {}, {ply}).plies.at(0).expected,
                0.5 + (to_move == Side::kAttackers ? value : -value) / 2, 1e-6);
    game.Play(games_[0].moves[0]);
  }
}

TEST_F(ForeseeTest, GivesTheSameFiguresAsTextAndJson) {
  const Outcomes outcomes = Foresee(games_, model_, {}, {0}, 1);
  const Json json = OutcomesToJson(outcomes);
  EXPECT_EQ(json.at("plies")[0].at("games"), 40);
  EXPECT_TRUE(json.at("plies")[0].at("fit").is_null());  // the same position each time
  EXPECT_EQ(json.at("calibration").size(), 10u);
  const auto lines = FormatOutcomes(outcomes);
  EXPECT_NE(lines[1].find("25.0 %"), std::string::npos) << lines[1];
}

}  // namespace
}  // namespace raichi
