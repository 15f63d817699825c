// The analysis of many positions on one thread.

#include "app/analysis/lock_step.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/players/player.h"
#include "mcts/players/search_player.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr int kVisits = 60, kLines = 4, kPositions = 12;

SearchPlayerKind Kind() {
  SearchPlayerConfig config;
  config.budget.visits = kVisits;
  return {"fake", config, std::make_shared<FakeEvaluator>(5)};
}

/// Records the sizes of its batches.
class CountingEvaluator : public FakeEvaluator {
 public:
  CountingEvaluator() : FakeEvaluator(5) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    most_ = std::max(most_, leaves.size());
    FakeEvaluator::Evaluate(leaves, out);
  }
  size_t most() const { return most_; }

 private:
  size_t most_ = 0;
};

/// The positions of a game. The first is the setup; the last can be won with the next move.
Game PositionNumber(int i) {
  const RulesPtr rules = OpenRules("linnaeus");
  if (i == kPositions - 1) {
    return Game(rules, ParsePosition(*rules, "9/9/9/9/4t4/2t1K4/9/4t4/3t5 d"));
  }
  Game game(rules);
  Rng rng(2);
  for (int ply = 0; ply < i; ++ply) {
    game.Play(RandomMove(*rules, game.position(), &rng));
  }
  return game;
}

class LockStepTest : public testing::Test {
 protected:
  std::optional<LockStep::Job> Next() {
    if (next_ == kPositions) return std::nullopt;
    const int i = next_++;
    return LockStep::Job{{0, i}, PositionNumber(i)};
  }
  void Put(Place place, Analysis analysis) {
    EXPECT_TRUE(found_.emplace(place.ply, std::move(analysis)).second) << "twice";
  }
  bool Step(LockStep* positions) {
    return positions->Step([this] { return Next(); },
                           [this](Place place, Analysis a) { Put(place, std::move(a)); });
  }

  SearchPlayerKind kind_ = Kind();
  CountingEvaluator evaluator_;
  int next_ = 0;
  std::map<int, Analysis> found_;
};

TEST_F(LockStepTest, FindsWhatSearchesFindThatAreAlone) {
  LockStep positions(kind_, &evaluator_, 5, kLines);
  while (Step(&positions)) {
  }
  EXPECT_EQ(evaluator_.most(), 5u);
  ASSERT_EQ(found_.size(), size_t{kPositions});
  for (const auto& [i, analysis] : found_) {
    Search search({}, PositionNumber(i), 9);
    search.Start({.visits = kVisits});
    FakeEvaluator evaluator(5);
    Think(&search, &evaluator);
    const Analysis alone = AnalysisOf(search, kLines);
    EXPECT_EQ(analysis.value, alone.value) << i;
    EXPECT_EQ(analysis.visits, alone.visits);
    EXPECT_EQ(analysis.proof, alone.proof);
    ASSERT_EQ(analysis.lines.size(), alone.lines.size());
    for (size_t k = 0; k < alone.lines.size(); ++k) {
      EXPECT_EQ(analysis.lines[k].moves, alone.lines[k].moves);
    }
  }
  EXPECT_EQ(found_.at(kPositions - 1).proof, Proof::kWin);
  EXPECT_EQ(found_.at(0).visits, unsigned{kVisits});
}

TEST_F(LockStepTest, GivenUpItTellsWhatItKnows) {
  LockStep positions(kind_, &evaluator_, 3, kLines);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(Step(&positions));
  EXPECT_TRUE(found_.empty());
  positions.GiveUp([this](Place place, Analysis a) { Put(place, std::move(a)); });
  ASSERT_EQ(found_.size(), 3u);
  for (const auto& [i, analysis] : found_) {
    EXPECT_GT(analysis.visits, 0u);
    EXPECT_LT(analysis.visits, unsigned{kVisits});
    EXPECT_FALSE(analysis.lines.empty());
  }
}

TEST_F(LockStepTest, GivenUpBeforeItBeganItKnowsNothing) {
  LockStep positions(kind_, &evaluator_, 3, kLines);
  positions.GiveUp([this](Place place, Analysis a) { Put(place, std::move(a)); });
  EXPECT_TRUE(found_.empty());
}

}  // namespace
}  // namespace raichi
