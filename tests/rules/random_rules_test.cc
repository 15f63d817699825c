#include "rules/files/random_rules.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"
#include "rules/game.h"

namespace raichi {
namespace {

using ::testing::Ge;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::vector<RulesPtr> Bases() {
  return {OpenRules("linnaeus"), OpenRules("cyningstan"), OpenRules("tablutzero")};
}

/// Returns the changes in a name, such as `king.armed=none`.
std::vector<std::string> ChangesIn(std::string changes) {
  std::vector<std::string> list;
  while (!changes.empty()) {
    const size_t end = changes.size() > 1 ? changes.find('+', 1) : changes.npos;
    list.push_back(changes.substr(1, end == changes.npos ? end : end - 1));
    changes = end == changes.npos ? "" : changes.substr(end);
  }
  return list;
}

TEST(DrawRules, GivesRulesWithTheirName) {
  const std::vector<RulesPtr> bases = Bases();
  Rng rng(1);
  for (int i = 0; i < 300; ++i) {
    const RulesPtr drawn = DrawRules(bases, &rng);
    const std::string& name = drawn->data().name;
    EXPECT_TRUE(IsRuleName(name)) << name;
    const RulesPtr opened = OpenRules(name);
    EXPECT_EQ(opened->fingerprint(), drawn->fingerprint()) << name;
    EXPECT_EQ(opened->data(), drawn->data()) << name;
    EXPECT_EQ(ParseRuleSet(ToYaml(drawn->data()), "x"), drawn->data()) << name;
    MoveList moves;
    Game(drawn).LegalMoves(&moves);
    EXPECT_FALSE(moves.empty()) << name;
  }
}

TEST(DrawRules, DiffersFromItsBase) {
  const std::vector<RulesPtr> bases = Bases();
  Rng rng(2);
  std::map<std::string, int> of_base;
  for (int i = 0; i < 300; ++i) {
    const RulesPtr drawn = DrawRules(bases, &rng);
    const RuleName name = SplitRuleName(drawn->data().name);
    EXPECT_NE(drawn->fingerprint(), OpenRules(name.base)->fingerprint());
    EXPECT_EQ(drawn->size(), OpenRules(name.base)->size());
    ++of_base[name.base];
  }
  ASSERT_THAT(of_base, SizeIs(3));
  for (const auto& [base, count] : of_base) EXPECT_THAT(count, Ge(60)) << base;
}

// A change sets at most three keys, and one to four changes are drawn.
TEST(DrawRules, AppliesOneToFourChanges) {
  const std::vector<RulesPtr> bases = {OpenRules("linnaeus")};
  Rng rng(3);
  std::map<size_t, int> counts;
  for (int i = 0; i < 400; ++i) {
    const RuleName name = SplitRuleName(DrawRules(bases, &rng)->data().name);
    std::set<std::string> keys;
    for (const std::string& change : ChangesIn(name.changes)) {
      const std::string key = change.substr(0, change.find('='));
      const bool is_part = key == "ply_limit_result" || key.starts_with("corners.");
      if (!is_part) keys.insert(key);
    }
    ++counts[keys.size()];
  }
  for (size_t changes = 1; changes <= 4; ++changes) EXPECT_THAT(counts[changes], Ge(40)) << changes;
  EXPECT_THAT(counts, SizeIs(4));
}

TEST(DrawRules, FollowsFromTheSeed) {
  const std::vector<RulesPtr> bases = Bases();
  std::set<std::string> names;
  for (uint64_t number = 0; number < 50; ++number) {
    Rng one = StreamOf(7, RandomDomain::kRules, number), same = one;
    const RulesPtr drawn = DrawRules(bases, &one);
    EXPECT_EQ(drawn->data(), DrawRules(bases, &same)->data());
    names.insert(drawn->data().name);
  }
  EXPECT_THAT(names, SizeIs(Ge(45u)));
}

TEST(DrawRules, DrawsEveryChange) {
  // Rule sets that differ, since a change to what the rules have already is none.
  const std::vector<RulesPtr> bases = {OpenRules("linnaeus"), OpenRules("tablutzero"),
                                       OpenRules("board-game-arena"), OpenRules("jarlshof"),
                                       OpenRules("smith-1811")};
  Rng rng(5);
  std::map<std::string, int> counts;
  std::set<std::string> keys;
  for (int i = 0; i < 4000; ++i) {
    const RuleName name = SplitRuleName(DrawRules(bases, &rng)->data().name);
    for (const std::string& change : ChangesIn(name.changes)) {
      ++counts[change];
      keys.insert(change.substr(0, change.find('=')));
    }
  }
  for (const char* change : {"first=defenders",
                             "king.armed=none",
                             "king.armed=anvil",
                             "king.armed=hammer",
                             "king.armed=both",
                             "king.capture.open=custodial",
                             "king.capture.open=surround",
                             "king.capture.beside_throne=custodial",
                             "king.capture.beside_throne=surround",
                             "king.capture.on_throne=custodial",
                             "king.capture.on_throne=surround",
                             "king.capture.on_throne=never",
                             "king.capture.at_edge=never",
                             "king.capture.at_edge=custodial",
                             "king.capture.at_edge=surround",
                             "speed.king=1",
                             "speed.king=3",
                             "throne.stop=[]",
                             "throne.stop=[king]",
                             "throne.pass=[]",
                             "throne.pass=[king]",
                             "throne.pass=[attackers,defenders,king]",
                             "throne.hostile_empty=[]",
                             "throne.hostile_empty=[king]",
                             "throne.hostile_empty=[attackers,king]",
                             "throne.hostile_empty=[attackers,defenders,king]",
                             "throne.linnaean=true",
                             "throne.linnaean=false",
                             "goal=edge",
                             "goal=corners",
                             "repetition.result=draw",
                             "repetition.result=defenders_lose",
                             "repetition.result=mover_loses",
                             "repetition.count=2",
                             "encirclement=true",
                             "shieldwall=true",
                             "exit_forts=true",
                             "edge.hostile=[defenders]",
                             "edge.hostile=[attackers,defenders]",
                             "no_moves=draw",
                             "ply_limit=40",
                             "ply_limit=60",
                             "ply_limit=90",
                             "ply_limit_result=attackers"}) {
    EXPECT_THAT(counts[change], Ge(10)) << change;
  }
  EXPECT_TRUE(keys.contains("board.setup"));
}

TEST(DrawRules, TakesSetupsOfBoardsOfItsSizeAlone) {
  const std::vector<RulesPtr> bases = {OpenRules("brandubh"), OpenRules("linnaeus")};
  Rng rng(6);
  for (int i = 0; i < 200; ++i) {
    const std::string name = DrawRules(bases, &rng)->data().name;
    EXPECT_EQ(name.find("board.setup"), name.npos) << name;
  }
}

TEST(DrawRules, ChangesRulesThatAreChangedAlready) {
  const std::vector<RulesPtr> bases = {OpenRules("linnaeus+king.armed=none")};
  Rng rng(7);
  for (int i = 0; i < 100; ++i) {
    const RulesPtr drawn = DrawRules(bases, &rng);
    EXPECT_THAT(drawn->data().name, StartsWith("linnaeus+king.armed=none+"));
    EXPECT_NE(drawn->fingerprint(), bases[0]->fingerprint());
    EXPECT_EQ(OpenRules(drawn->data().name)->fingerprint(), drawn->fingerprint());
  }
}

}  // namespace
}  // namespace raichi
