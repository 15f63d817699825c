#include "solve/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "rules/files/rule_file.h"
#include "tests/solve/games.h"

namespace raichi {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Refusal(const std::string& rules) {
  try {
    CheckSolvable(*OpenRules(rules));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(CheckSolvable, RefusesWhatDependsOnTheHistory) {
  EXPECT_EQ(Refusal("minitafl"), "");
  EXPECT_EQ(Refusal("minitafl+repetition.result=defenders_lose"), "");
  EXPECT_EQ(Refusal("minitafl+repetition={count: 0, result: illegal}"), "");
  EXPECT_THAT(Refusal("minitafl+repetition.result=illegal"),
              HasSubstr("illegal makes results depend on all earlier positions"));
  EXPECT_EQ(Refusal("minitafl+repetition.result=mover_loses"),
            "solve: minitafl+repetition.result=mover_loses: repetition.result mover_loses makes "
            "results depend on all earlier positions; "
            "solve it with +repetition.result=draw after its name");
  EXPECT_THAT(Refusal("minitafl+quiet_limit=50"), HasSubstr("+quiet_limit=0 after its name"));
  EXPECT_THAT(Refusal("minitafl+ply_limit=50"), HasSubstr("+ply_limit=0 after its name"));
  // The advice works.
  EXPECT_EQ(Refusal("minitafl+repetition.result=mover_loses+repetition.result=draw"), "");
  EXPECT_EQ(Refusal("minitafl+quiet_limit=50+quiet_limit=0"), "");
}

TEST(CheckSolvable, RefusesWhatIsMoreThanPiecesOnSquares) {
  EXPECT_THAT(Refusal("linnaeus"), HasSubstr("9x9 is too large"));
  EXPECT_THAT(Refusal("minitafl+camps={squares: [a3], stop: [attackers_same_camp], pass: [], "
                      "hostile: []}"),
              HasSubstr("+camps=none after its name"));
  EXPECT_THAT(Refusal("minitafl+board.setup=3b1/5/2K2/t1T2/1t3"), HasSubstr("royal attacker"));
  EXPECT_THAT(Refusal("minitafl+board.setup=5/5/2K2/2T2/5"), HasSubstr("no attackers"));
  EXPECT_THAT(Refusal("minitafl+board.setup=1tT2/1T3/5/5/3K1"), HasSubstr("cannot move"));
}

TEST(CheckSize, RefusesWithTheNumbers) {
  const RulesPtr rules = OpenRules("brandubh");
  const SolveSize size = EstimateSize(*rules, SymmetriesOf(*rules));
  EXPECT_GT(size.positions, 1e13);
  try {
    CheckSize(*rules, size, 16e9);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), StartsWith("solve: brandubh: has about "));
    EXPECT_THAT(error.what(), HasSubstr(" TB of memory, and at most 16.0 GB may be used"));
  }
  const RulesPtr small = SmallRules("t3t/5/1TK2/5/5");
  CheckSize(*small, EstimateSize(*small, SymmetriesOf(*small)), 1e9);
}

TEST(Limits, Texts) {
  EXPECT_EQ(PositionCountText(950), "950");
  EXPECT_EQ(PositionCountText(3.24e6), "3.24 million");
  EXPECT_EQ(PositionCountText(1.19e9), "1.19 billion");
  EXPECT_EQ(PositionCountText(1.9e14), "1.9e+14");
  EXPECT_EQ(MemoryText(850e6), "850 MB");
  EXPECT_EQ(MemoryText(1.44e9), "1.4 GB");
  EXPECT_EQ(MemoryText(47e12), "47 TB");
}

}  // namespace
}  // namespace raichi
