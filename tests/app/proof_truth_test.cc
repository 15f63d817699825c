#include "app/truth/proof_truth.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "base/error.h"
#include "prove/extract.h"
#include "rules/files/rule_file.h"
#include "rules/symmetry.h"

namespace raichi {
namespace {

constexpr int kPerClass = 16;
const auto kAlways = [](auto...) { return true; };

MakeTruthSettings FewPositions(uint64_t seed = 3) {
  return {.rules = {},
          .per_class = kPerClass,
          .easy_visits = 0,
          .seed = seed,
          .examine = {.most_nodes = 20'000}};
}

Certificate Minitafl() { return ShippedProofOf(*OpenRules("minitafl")).value(); }

std::vector<TruthPosition> Make(const Certificate& certificate, const MakeTruthSettings& settings) {
  return TruthOfProof(certificate, "x", settings, [](size_t) { return true; });
}

TEST(TruthOfProof, GivesPositionsOfAllDistancesThatTheProofWins) {
  const Certificate certificate = Minitafl();
  const ProofBook book(certificate, "minitafl");
  const std::vector<TruthPosition> positions = Make(certificate, FewPositions());
  std::map<int, int> counts;
  std::set<uint64_t> seen;
  int longest = 0, won = 0;
  for (const TruthPosition& truth : positions) {
    EXPECT_EQ(truth.rules->fingerprint(), OpenRules("minitafl")->fingerprint());
    EXPECT_EQ(truth.winner(), certificate.owner);
    EXPECT_EQ(truth.is_won, truth.plies % 2 == 1);
    EXPECT_EQ(truth.is_bound, truth.plies > 2);
    const auto entry = book.Find(truth.position);
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->plies, truth.plies);
    const size_t moves = CountMoves(*truth.rules, truth.position);
    EXPECT_GE(moves, 4u);
    if (truth.is_won) {
      EXPECT_EQ(truth.horizon, TruthPosition::kExact);
      EXPECT_LE(2 * truth.winning.size(), moves);
      if (truth.plies > 1) {
        EXPECT_TRUE(truth.Wins(entry->move));
      }
    }
    for (const Symmetry symmetry : SymmetriesOf(*truth.rules)) {
      EXPECT_FALSE(seen.contains(HashUnder(symmetry, truth.position, *truth.rules)));
    }
    seen.insert(truth.position.hash());
    EXPECT_LE(++counts[truth.plies], kPerClass);
    longest = std::max(longest, truth.plies);
    won += truth.is_won;
  }
  EXPECT_GE(longest, 9);
  EXPECT_GT(won, 3);
  EXPECT_GT(static_cast<int>(positions.size()), won);
}

TEST(TruthOfProof, DependsOnTheSeedAlone) {
  const std::string text = TruthText(Make(Minitafl(), FewPositions()));
  EXPECT_EQ(text, TruthText(Make(Minitafl(), FewPositions())));
  EXPECT_EQ(text, TruthText(ParseTruth(text, "x")));
  EXPECT_NE(text, TruthText(Make(Minitafl(), FewPositions(4))));
}

/// Another search, without the proof and of more nodes, agrees on every move.
TEST(TruthOfProof, DividesMovesAsASearchDoes) {
  int moves_seen = 0;
  for (const TruthPosition& truth : Make(Minitafl(), FewPositions())) {
    if (!truth.is_won) continue;
    MoveList moves;
    GenerateMoves(*truth.rules, truth.position, &moves);
    for (const Move move : moves) {
      Position after = truth.position;
      const Result result = Play(*truth.rules, move, &after).result;
      bool wins = result == WinFor(truth.winner());
      bool loses = result == WinFor(Opponent(truth.winner()));
      if (result == Result::kOngoing) {
        const auto is_proven = [&](Side winner) {
          ProofSearch search(truth.rules, {.winner = winner, .bytes = 1 << 20});
          return search.Run(after, kAlways).IsProven();
        };
        wins = is_proven(truth.winner());
        loses = is_proven(Opponent(truth.winner()));
      }
      EXPECT_EQ(truth.Wins(move), wins);
      if (!wins) {
        EXPECT_EQ(truth.IsOpen(move), !loses);
      }
      ++moves_seen;
    }
  }
  EXPECT_GT(moves_seen, 30);
}

TEST(ProofExaminer, FindsContradictions) {
  const ProofBook book(Minitafl(), "minitafl");
  ProofExaminer examiner(book, 50'000, kAlways);
  int tried = 0;
  for (const TruthPosition& truth : Make(Minitafl(), FewPositions())) {
    bool is_proven = false;
    EXPECT_EQ(examiner.Contradiction(truth, &is_proven), "");
    EXPECT_TRUE(is_proven);
    TruthPosition turned = truth;
    turned.is_won = !turned.is_won;
    EXPECT_EQ(examiner.Contradiction(turned, &is_proven), "the other side wins");
    TruthPosition sooner = truth;
    sooner.plies -= 1;
    EXPECT_EQ(examiner.Contradiction(sooner, &is_proven), "");
    EXPECT_FALSE(is_proven);
    if (!truth.is_won) continue;
    TruthPosition more = truth;
    more.winning.clear();
    EXPECT_THAT(examiner.Contradiction(more, &is_proven), testing::HasSubstr(" wins too"));
    ++tried;
  }
  EXPECT_GT(tried, 3);
}

TEST(TruthOfProof, RefusesOtherRulesAndStops) {
  const RulesPtr rules = OpenRules("minitafl+king.armed=none");
  ProofSearch search(rules, {.winner = Side::kDefenders, .bytes = 1 << 22});
  if (search.Run(rules->start(), kAlways).IsProven()) {
    const Certificate other = ExtractCertificate(&search, rules->start(), kAlways);
    EXPECT_THROW(Make(other, FewPositions()), Error);
  }
  Certificate damaged = Minitafl();
  damaged.moves.pop_back();
  EXPECT_THROW(Make(damaged, FewPositions()), Error);
  damaged = Minitafl();
  damaged.claim = Claim::kHolds;
  EXPECT_THROW(Make(damaged, FewPositions()), Error);
  EXPECT_TRUE(TruthOfProof(Minitafl(), "x", FewPositions(), [](size_t) { return false; }).empty());
}

}  // namespace
}  // namespace raichi
