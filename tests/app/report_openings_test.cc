#include <gtest/gtest.h>

#include "app/report/openings.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {
namespace {

/// A game of searched moves from the setup. Its moves need not lead to `result`.
GameRecord MakeGame(const RulesPtr& rules, const std::vector<std::string>& moves,
                    Symmetry symmetry = Symmetry(), Result result = Result::kDraw) {
  GameRecord record;
  record.result = result;
  for (const std::string& text : moves) {
    const Move move = symmetry(ParseMove(text, rules->size()), rules->size());
    record.turns.push_back({.move = move, .full_search = true, .visits = {{move, 1}}});
  }
  return record;
}

TEST(OpeningTreeTest, ImagesOfAGameAreOneLine) {
  const RulesPtr rules = OpenRules("brandubh");
  OpeningTree tree(rules, 4);
  EXPECT_EQ(tree.symmetries(), 8u);
  for (int i = 0; i < Symmetry::kCount; ++i) {
    tree.Add(MakeGame(rules, {"d2-b2", "d3-c3"}, Symmetry(i)));
  }
  const Json json = tree.ToJson(1);
  EXPECT_EQ(json["games"], 8);
  ASSERT_EQ(json["moves"].size(), 1u);
  EXPECT_EQ(json["moves"][0]["games"], 8);
  ASSERT_EQ(json["moves"][0]["moves"].size(), 1u);
  EXPECT_EQ(json["moves"][0]["moves"][0]["games"], 8);
}

TEST(OpeningTreeTest, AMoveAndItsMirrorImageDifferOnceTheBoardIsNotSymmetric) {
  const RulesPtr rules = OpenRules("brandubh");
  OpeningTree tree(rules, 4);
  tree.Add(MakeGame(rules, {"d2-b2", "d3-c3"}));
  tree.Add(MakeGame(rules, {"d2-b2", "d3-e3"}));
  const Json json = tree.ToJson(1);
  ASSERT_EQ(json["moves"].size(), 1u);
  EXPECT_EQ(json["moves"][0]["moves"].size(), 2u);
}

TEST(OpeningTreeTest, AnUnevenSetupHasFewerSymmetries) {
  RuleSet uneven = OpenRules("brandubh")->data();
  uneven.setup = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/7";  // without the man on d1
  const auto rules = std::make_shared<Rules>(uneven);
  OpeningTree tree(rules, 4);
  EXPECT_EQ(tree.symmetries(), 2u);
  for (const char* move : {"d2-b2", "d2-f2", "b4-b2"}) tree.Add(MakeGame(rules, {move}));
  const Json json = tree.ToJson(1);
  ASSERT_EQ(json["moves"].size(), 2u);
  EXPECT_EQ(json["moves"][0]["games"], 2);  // d2-b2 and its mirror image d2-f2

  // A symmetry that all moves so far keep also merges the following moves.
  OpeningTree straight(rules, 4);
  straight.Add(MakeGame(rules, {"d2-d1", "d3-c3"}));
  straight.Add(MakeGame(rules, {"d2-d1", "d3-e3"}));
  EXPECT_EQ(straight.ToJson(1)["moves"][0]["moves"].size(), 1u);
}

TEST(OpeningTreeTest, CountsOutcomesAndTellsPositions) {
  const RulesPtr rules = OpenRules("brandubh");
  OpeningTree tree(rules, 1);
  tree.Add(MakeGame(rules, {"d1-c1", "d3-c3"}, Symmetry(), Result::kAttackersWin));
  tree.Add(MakeGame(rules, {"d1-e1"}, Symmetry(), Result::kDefendersWin));
  tree.Add(MakeGame(rules, {"d1-c1"}));
  tree.Add(MakeGame(rules, {"d2-c2"}));
  const Json json = tree.ToJson(2);  // without the single game that begins with d2-c2
  EXPECT_EQ(json["position"], "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3");
  ASSERT_EQ(json["moves"].size(), 1u);
  const Json& move = json["moves"][0];
  EXPECT_EQ(move["games"], 3);
  EXPECT_EQ(move["attackers"], 1);
  EXPECT_EQ(move["defenders"], 1);
  EXPECT_EQ(move["move"], "d1-c1");
  EXPECT_EQ(move["position"], "3t3/3t3/3T3/ttTKTtt/3T3/3t3/2t4");
  EXPECT_EQ(move["moves"].size(), 0u);  // the tree keeps only one ply
}

TEST(OpeningsOfTest, LeavesRandomOpeningsAndOtherStartsOut) {
  const RulesPtr rules = OpenRules("brandubh");
  std::vector<CheckedGame> games(5, {MakeGame(rules, {"d1-c1"}), rules});
  games[0].record.turns[0].visits.clear();
  games[1].record.start = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a";
  games[2].record.turns.clear();
  const Json trees = OpeningsOf(games);
  ASSERT_EQ(trees.size(), 1u);
  EXPECT_EQ(trees[0]["rules"], "brandubh");
  EXPECT_EQ(trees[0]["games"], 2);
  EXPECT_EQ(OpeningsOf({}).size(), 0u);
}

}  // namespace
}  // namespace raichi
