#include "prove/proof_book.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "prove/extract.h"
#include "prove/proof_search.h"
#include "rules/files/rule_file.h"
#include "rules/movegen.h"
#include "rules/symmetry.h"

namespace raichi {
namespace {

/// Plays games in which the owner follows the book and the other side moves at random.
TEST(ProofBook, LeadsItsOwnerToTheEndInTime) {
  const RulesPtr rules = OpenRules("minitafl");
  ProofSearch search(rules, {.winner = Side::kDefenders, .bytes = 1 << 22});
  const auto for_ever = [](auto...) { return true; };
  ASSERT_TRUE(search.Run(rules->start(), for_ever).IsProven());
  const ProofBook book(ExtractCertificate(&search, rules->start(), for_ever), "minitafl");
  Rng rng(1);
  for (int game = 0; game < 200; ++game) {
    // From any image of the setup, which is symmetric, the book answers for the same image.
    const Symmetry symmetry(game % Symmetry::kCount);
    Position position = symmetry(rules->start(), *rules);
    int plies = book.certificate().plies;
    for (Result result = Result::kOngoing; result == Result::kOngoing; --plies) {
      const auto entry = book.Find(position);
      ASSERT_TRUE(entry) << plies;
      ASSERT_LE(entry->plies, plies);
      plies = entry->plies;
      const bool is_owner = position.to_move() == book.owner();
      const Move move = is_owner ? entry->move : RandomMove(*rules, position, &rng);
      ASSERT_TRUE(IsLegal(*rules, position, move));
      result = Play(*rules, move, &position).result;
      ASSERT_NE(result, WinFor(Opponent(book.owner())));
      ASSERT_NE(result, Result::kDraw);
    }
  }
}

TEST(ProofBook, ShippedProofsAreOfTheirRules) {
  const auto certificate = ShippedProofOf(*OpenRules("ard-ri"));
  ASSERT_TRUE(certificate);
  EXPECT_EQ(certificate->owner, Side::kAttackers);
  EXPECT_GT(ProofBook(*certificate, "ard-ri").size(), 150u);
  EXPECT_FALSE(ShippedProofOf(*OpenRules("ard-ri+king.armed=none")));
  EXPECT_FALSE(ShippedProofOf(*OpenRules("linnaeus")));
}

}  // namespace
}  // namespace raichi
