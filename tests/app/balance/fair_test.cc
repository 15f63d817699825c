#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/balance/figures/effects.h"
#include "tests/app/balance/tiny_study.h"

namespace raichi {
namespace {

/// The points of the attackers in some games, and the different games among them.
struct Sum {
  double points = 0, games = 0;
  std::set<std::vector<Move>> different;

  void Add(const GameRecord& record) {
    std::vector<Move> moves;
    for (const TurnRecord& turn : record.turns) moves.push_back(turn.move);
    points += AttackersPoints(record.result);
    ++games;
    different.insert(moves);
  }
  double Share() const { return static_cast<double>(different.size()) / games; }
};

class StudyFair : public TinyStudy {};

TEST_F(StudyFair, AGameThatRepeatsAnotherTellsNothingNewOfTheHandicap) {
  std::map<std::pair<std::string, std::string>, Sum> cells;
  for (const char* prefix : {"alphabeta-level-setup-2.0-2.0-", "alphabeta-handicap-"}) {
    for (const GameRecord& record : Records(0, prefix)) {
      cells[{record.attackers, record.defenders}].Add(record);
    }
  }
  ASSERT_EQ(cells.size(), 3u);
  std::vector<VisitGames> counted;
  bool repeats = false;
  for (const auto& [players, sum] : cells) {
    const auto search = [](const std::string& player) { return player == "alphabeta:1" ? 2 : 4; };
    counted.push_back({.attackers_visits = search(players.first) * 1.0,
                       .defenders_visits = search(players.second) * 1.0,
                       .points = sum.points * sum.Share(),
                       .games = sum.games * sum.Share()});
    repeats |= sum.Share() < 1;
  }
  ASSERT_TRUE(repeats);
  const Handicap expected = FairHandicap(counted, 4);
  const auto found = HandicapOf(PlayedGames(*study_, 0), study_->plan());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->side, expected.side);
  EXPECT_NEAR(found->factor, expected.factor, 1e-9);
  EXPECT_NEAR(found->low, expected.low, 1e-9);
}

TEST_F(StudyFair, AGameThatRepeatsAnotherTellsNothingNewOfTheBid) {
  std::vector<BidGames> counted;
  bool repeats = false;
  for (const int turns : {3, 12}) {
    Sum sum;
    for (const GameRecord& record :
         Records(0, "alphabeta-bid-setup" + std::to_string(turns) + "-")) {
      sum.Add(record);
    }
    ASSERT_GT(sum.games, 0);
    repeats |= sum.Share() < 1;
    counted.push_back({turns, sum.points * sum.Share(), sum.games * sum.Share()});
  }
  const FairBid expected = EstimateFairBid(counted);
  const auto found = BidOf(PlayedGames(*study_, 0));
  ASSERT_TRUE(repeats);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->turns, expected.turns, 1e-9);
  EXPECT_NEAR(found->low, expected.low, 1e-9);
}

}  // namespace
}  // namespace raichi
