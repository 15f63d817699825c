// Tests of positions with a royal attacker and closed camps: their text, hash and symmetries, and
// what can be asked about them.
#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "rules/hostility.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "tests/support/comparison.h"
#include "tests/support/family_rules.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

// The camp of a5 has closed though the royal attacker stands on a5; that of e9 stays open for the
// stray on e9; those of e1 and i5 are empty.
constexpr const char* kHeld = "4t4/9/4T4/4T4/b1TTK4/4T4/4T4/9/2t6 a a5,e9 a4";

TEST(FamilyPositions, TextNamesClosedCampsThatHoldAttackers) {
  const RulesPtr rules = RoyalCamps();
  const Position position = ParsePosition(*rules, kHeld);
  EXPECT_EQ(ToString(*rules, position), kHeld);
  EXPECT_EQ(position.royal(), Square(1, 5));
  EXPECT_EQ(position.At(Square(1, 5)), PieceClass::kRoyal);
  EXPECT_TRUE(position.IsStray(Square(1, 5)));
  for (const char* closed : {"a4", "a5", "b5", "d1", "e2", "i5"}) {
    EXPECT_TRUE(IsInClosedCamp(*rules, position, ParseSquare(closed, 9))) << closed;
  }
  for (const char* open : {"d9", "e8", "a3", "e5"}) {
    EXPECT_FALSE(IsInClosedCamp(*rules, position, ParseSquare(open, 9))) << open;
  }
  EXPECT_EQ(ToString(*rules, rules->start()).size(), rules->data().setup.size() + 2);
}

TEST(FamilyPositions, TextMayNameTheCampByAnySquareAndEmptyCampsToo) {
  const RulesPtr rules = RoyalCamps();
  const Position position = ParsePosition(*rules, kHeld);
  const std::string squares = "4t4/9/4T4/4T4/b1TTK4/4T4/4T4/9/2t6 a ";
  EXPECT_EQ(ParsePosition(*rules, squares + "a5,e9 b5"), position);
  EXPECT_EQ(ParsePosition(*rules, squares + "e9 a4,e1"), position) << "those within are strays";
}

TEST(FamilyPositions, TextErrorsSayWhatIsWrong) {
  const auto error = [](const RulesPtr& rules, const std::string& text) -> std::string {
    try {
      ParsePosition(*rules, text);
    } catch (const Error& e) {
      return e.what();
    }
    return "none";
  };
  const RulesPtr royal = RoyalCamps();
  EXPECT_EQ(error(Variant("linnaeus"), "9/9/9/9/4K4/b8/9/9/9 a"),
            "position '9/9/9/9/4K4/b8/9/9/9 a': these rules have no royal attacker");
  EXPECT_EQ(error(royal, "9/9/9/9/4K4/b3b4/9/9/9 a"),
            "position, rank 4 'b3b4': a second royal attacker");
  const std::string squares = "4t4/9/9/9/b3K4/9/9/9/9 a ";
  EXPECT_EQ(error(royal, squares + "- c3"),
            "position, closed camps 'c3': c3 is not in a camp that can close");
  EXPECT_EQ(error(royal, squares + "- a4,b5"),
            "position, closed camps 'a4,b5': b5 is in a camp that is named already");
  EXPECT_EQ(error(royal, squares + "-  "), error(royal, squares + "-"));
  EXPECT_EQ(error(royal, squares + "-  a4"), "square ' a4': expected a1 to i9");
  EXPECT_EQ(error(royal, squares + "- a4 a5").substr(0, 16), "square 'a4 a5': ");
  EXPECT_EQ(error(royal, squares + "-").substr(0, 12), "square '-': ");
  const std::string bologna = "9/9/9/9/t3K4/9/9/9/9 a - a4";
  EXPECT_EQ(error(Variant("ashton-bologna"), bologna),
            "position, closed camps 'a4': a4 is not in a camp that can close");
}

TEST(FamilyPositions, HashTellsRoyalAndClosedCampsApart) {
  const RulesPtr rules = RoyalCamps();
  std::set<uint64_t> hashes;
  for (const char* text :
       {"4t4/9/9/9/b3K4/9/9/9/4t4 a a5", "4t4/9/9/9/t3K4/9/9/9/4t4 a a5",
        "4t4/9/9/9/b3K4/9/9/9/4t4 a a5 a4", "4t4/9/9/9/b3K4/9/9/9/4t4 a e1,a5 d1,a4",
        "4t4/9/9/9/b3K4/9/9/9/4t4 a e1,a5,e9 d1,a4,e8", "4b4/9/9/9/t3K4/9/9/9/4t4 a a5"}) {
    const Position position = ParsePosition(*rules, text);
    EXPECT_EQ(ToString(*rules, position), text);
    EXPECT_EQ(position.hash(), position.ComputeHash());
    EXPECT_TRUE(hashes.insert(position.hash()).second) << text;
  }
}

TEST(FamilyPositions, SymmetriesMoveClosedCampsAndTheRoyalAttacker) {
  const RulesPtr rules = RoyalCamps();
  const Position position = ParsePosition(*rules, kHeld);
  ASSERT_EQ(SymmetriesOf(*rules).size(), 8u);
  for (const Symmetry symmetry : SymmetriesOf(*rules)) {
    const Position image = symmetry(position, *rules);
    EXPECT_EQ(image.royal(), symmetry(position.royal(), 9));
    EXPECT_EQ(ClosedCampSquares(*rules, image), symmetry(ClosedCampSquares(*rules, position), 9));
    EXPECT_EQ(image.hash(), HashUnder(symmetry, position, *rules));
    EXPECT_EQ(ParsePosition(*rules, ToString(*rules, image)), image);
  }
}

TEST(FamilyPositions, StopsCountSpeedAndClosedCamps) {
  const RulesPtr rules = RoyalCamps();
  const Position king = ParsePosition(*rules, "4t4/9/9/9/9/9/2K6/9/6b2 a e9");
  SquareSet expected;
  for (const char* s : {"c1", "c2", "c4", "c5", "c6", "c7", "a3", "b3", "d3", "e3", "f3", "g3"}) {
    expected.Add(ParseSquare(s, 9));
  }
  EXPECT_EQ(StopsOf(*rules, king, king.king()), expected) << "whoever is to move";
  expected = {};
  for (const char* s : {"a1", "b1", "c1", "d1", "e1", "f1", "h1", "i1"}) {
    expected.Add(ParseSquare(s, 9));
  }
  for (int y = 2; y <= 9; ++y) expected.Add(Square(7, y));
  EXPECT_EQ(StopsOf(*rules, king, king.royal()), expected) << "he crosses the closed camp";
  EXPECT_EQ(StopsOf(*rules, king, Square(5, 5)), SquareSet()) << "an empty square";
}

TEST(FamilyPositions, AtMost63CampsMayClose) {
  RuleSet rules;
  rules.name = "many";
  rules.size = 19;
  rules.setup = "19/19/19/19/19/19/19/19/19/9K9/19/19/19/19/19/19/19/19/t18";
  rules.camps = CampRules{{}, {}, {}, {}, {}};
  for (int i = 0; i < 63; ++i) rules.camps->squares.emplace_back(2 + 2 * (i % 9), 2 + 2 * (i / 9));
  rules.camps->close = true;
  const Rules most(rules);
  EXPECT_EQ(ClosedCampSquares(most, most.start()), most.camps());
  rules.camps->squares.emplace_back(2, 18);
  EXPECT_THROW(const Rules many(rules), Error);
  rules.camps->close = false;
  EXPECT_NO_THROW(const Rules open(rules));
}

TEST(FamilyPositions, RulesWithoutThemKeepTheirHashes) {
  // Records and golden files rely on these.
  EXPECT_EQ(Variant("linnaeus")->start().hash(), 0x9cfd278c67e2a1b8u);
  EXPECT_EQ(Variant("ashton-bologna")->start().hash(), 0xc72cce19c453676fu);
}

}  // namespace
}  // namespace raichi
