// Tests the second checker of certificates (docs/certificates.md) on tiny games that are solved by
// exhaustive search: it accepts what is so, and refuses moves and claims that prove nothing.
#include "tests/support/slow_certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/prove/refusal.h"
#include "tests/prove/tiny_game.h"

namespace raichi {
namespace {

using testing::HasSubstr;

void ExpectProven(const TinyGame& game, int start, int claim, int owner) {
  const TinyProof proof = game.Prove(start, claim, owner);
  SCOPED_TRACE(proof.certificate.start + ", claim " + std::to_string(claim));
  const slow::Proven proven = slow::CheckCertificate(BytesOf(proof.certificate));
  EXPECT_EQ(proven.rules, game.rules().data());
  EXPECT_EQ(proven.start, game.TextOf(start));
  EXPECT_EQ(proven.from_setup, start == 0);
  EXPECT_EQ(proven.claim.wins, claim == 1);
  EXPECT_EQ(proven.claim.owner, owner == 0 ? 'a' : 'd');
  EXPECT_EQ(proven.plies, claim == 1 ? static_cast<uint64_t>(game.PliesToWin(start, owner)) : 0);
  EXPECT_EQ(proven.moves, proof.certificate.moves.size());
}

/// Proves a win of each length, with either side to move.
void ExpectWinsProven(const TinyGame& game) {
  for (const int owner : {0, 1}) {
    for (const char to_move : {'a', 'd'}) {
      const bool begins = to_move == (owner == 0 ? 'a' : 'd');
      for (int plies = game.LongestWin(to_move, owner); plies > 0; plies -= 2) {
        ExpectProven(game, game.Find(to_move, owner, plies), 1, owner);
        EXPECT_EQ(plies % 2 == 1, begins);
      }
    }
  }
}

TEST(SlowCertificate, ProvesWins) {
  ExpectWinsProven(KingAlone());
  ExpectProven(KingAlone(), 0, 1, 0);
}
TEST(SlowCertificate, ProvesWinsAmongCamps) { ExpectWinsProven(KingAmongCamps()); }
TEST(SlowCertificate, ProvesWinsBetweenCamps) { ExpectWinsProven(KingBetweenCamps()); }

TEST(SlowCertificate, ProvesHolds) {
  for (const TinyGame* game : {&KingAlone(), &KingAmongCamps(), &KingAtTheWall()}) {
    for (const int owner : {0, 1}) {
      for (const char to_move : {'a', 'd'}) {
        ExpectProven(*game, game->FindUndecided(to_move), 2, owner);
      }
    }
  }
  ExpectProven(KingAlone(), 0, 2, 0);  // a win holds too
}

TEST(SlowCertificate, ProvesADraw) {
  const TinyGame& game = KingAtTheWall();
  for (int node = 0; node < game.NumNodes(); ++node) {
    const std::vector<int>& to = game.To(node);
    const auto draw = std::find(to.begin(), to.end(), TinyGame::kDraw);
    if (draw == to.end()) continue;
    TinyCertificate certificate = game.Prove(game.FindUndecided('a'), 2, 0).certificate;
    certificate.start = game.TextOf(node);
    certificate.moves = {static_cast<uint64_t>(draw - to.begin())};
    EXPECT_EQ(RefusalOf(certificate), "");
    certificate.claim = 1;
    certificate.plies = 1;
    EXPECT_THAT(RefusalOf(certificate), HasSubstr("leads to a draw (no moves)"));
    return;
  }
  FAIL() << "no move draws";
}

TEST(SlowCertificate, SaysWhatIsProven) {
  const TinyGame& game = KingAlone();
  const auto line_of = [](const TinyCertificate& certificate) {
    return ToString(slow::CheckCertificate(BytesOf(certificate)));
  };
  const TinyCertificate win = game.Prove(0, 1, 0).certificate;
  const std::string moves = "; " + std::to_string(win.moves.size()) + " moves";
  EXPECT_EQ(line_of(win), "attackers win tiny from the setup within 15 plies" + moves);
  EXPECT_EQ(line_of(WithRules(win, "no_moves", "ply_limit: 15\nno_moves")), line_of(win));
  EXPECT_EQ(line_of(WithRules(win, "no_moves", "ply_limit: 14\nno_moves")),
            "attackers win tiny from the setup within 15 plies unless a limit of plies ends the "
            "game before" +
                moves);
  EXPECT_EQ(line_of(WithRules(win, "no_moves",
                              "quiet_limit: 3\nquiet_limit_result: attackers\nno_moves")),
            line_of(win));
  const int start = game.Find('d', 1, 1);
  EXPECT_EQ(line_of(game.Prove(start, 1, 1).certificate),
            "defenders win tiny from " + game.TextOf(start) + " within 1 ply; 0 moves");
  EXPECT_THAT(line_of(UndecidedHold(KingAlone(), 'a', 1).certificate),
              testing::MatchesRegex("defenders hold tiny from .* a; [0-9]+ moves"));
}

TEST(SlowCertificate, OtherRulesOfAShippedNameAreNamedSo) {
  const TinyCertificate win = WithRules(LongWin().certificate, "name: tiny", "name: linnaeus");
  EXPECT_THAT(ToString(slow::CheckCertificate(BytesOf(win))), HasSubstr("win linnaeus~"));
}

TEST(SlowCertificate, MovesTooFewOrTooManyAreRefused) {
  for (const TinyProof& proof : {LongWin(), UndecidedHold(KingAlone(), 'd', 1)}) {
    TinyCertificate other = proof.certificate;
    other.moves.pop_back();
    EXPECT_EQ(RefusalOf(other), "too few moves");
    other = proof.certificate;
    other.moves.push_back(0);
    EXPECT_THAT(RefusalOf(other), HasSubstr("too many moves"));
    for (size_t i = 0; i < proof.certificate.moves.size(); ++i) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      other = proof.certificate;
      other.moves.erase(other.moves.begin() + at);
      EXPECT_NE(RefusalOf(other), "") << "without move " << i;
      other = proof.certificate;
      other.moves.insert(other.moves.begin() + at, 0);
      EXPECT_NE(RefusalOf(other), "") << "with a move before move " << i;
    }
  }
}

/// Whether a move to this node does what the certificate claims.
bool IsRight(const TinyGame& game, const TinyCertificate& certificate, int to) {
  if (to < 0) return false;
  const int owner = certificate.owner;
  return certificate.claim == 1 ? game.PliesToWin(to, owner) < TinyGame::kNever
                                : game.PliesToWin(to, 1 - owner) == TinyGame::kNever;
}

/// Replaces each move by all that do not do what is claimed, and by one that is not there. Returns
/// the number of these files, all of which must be refused.
int ExpectWrongMovesRefused(const TinyGame& game, const TinyProof& proof) {
  int count = 0;
  for (size_t i = 0; i < proof.nodes.size(); ++i) {
    const std::vector<int>& to = game.To(proof.nodes[i]);
    for (size_t move = 0; move <= to.size(); ++move) {
      if (move < to.size() && IsRight(game, proof.certificate, to[move])) continue;
      TinyCertificate other = proof.certificate;
      other.moves[i] = move;
      EXPECT_NE(RefusalOf(other), "") << "move " << i << " as " << move;
      ++count;
    }
  }
  return count;
}

TEST(SlowCertificate, MovesThatDoNotDoWhatIsClaimedAreRefused) {
  EXPECT_GT(ExpectWrongMovesRefused(KingAlone(), LongWin()), 100);
  EXPECT_GT(ExpectWrongMovesRefused(KingAlone(), UndecidedHold(KingAlone(), 'd', 0)), 100);
  EXPECT_GT(ExpectWrongMovesRefused(KingAlone(), UndecidedHold(KingAlone(), 'd', 1)), 10);
}

TEST(SlowCertificate, MovesForOtherSymmetriesAreRefused) {
  // These camps change nothing but the symmetries.
  const auto refusal = [](const std::string& camps) {
    return RefusalOf(WithRules(LongWin().certificate, "no_moves",
                               "camps: {squares: " + camps +
                                   ", stop: [attackers, king], pass: [attackers, king], "
                                   "hostile: []}\nno_moves"));
  };
  EXPECT_EQ(refusal("[b2, d2, b4, d4]"), "");
  EXPECT_NE(refusal("[b2, d4]"), "");
  EXPECT_NE(refusal("[b2]"), "");
}

TEST(SlowCertificate, PlayInACircleIsNoWin) {
  TinyCertificate hold = UndecidedHold(KingAlone(), 'a', 0).certificate;
  hold.claim = 1;
  EXPECT_THAT(RefusalOf(hold), HasSubstr("circle"));
}

TEST(SlowCertificate, HoldsOnlyWhereRepetitionAndLimitsDoNotLose) {
  const TinyCertificate by_attackers = UndecidedHold(KingAlone(), 'a', 0).certificate;
  const TinyCertificate by_defenders = UndecidedHold(KingAlone(), 'a', 1).certificate;
  const auto expect = [&](const std::string& rules, bool attackers, bool defenders) {
    const std::string old = "repetition: {count: 3, result: draw}";
    EXPECT_EQ(RefusalOf(WithRules(by_attackers, old, rules)).empty(), attackers) << rules;
    EXPECT_EQ(RefusalOf(WithRules(by_defenders, old, rules)).empty(), defenders) << rules;
  };
  expect("repetition: {count: 2, result: draw}", true, true);
  expect("repetition: {count: 3, result: defenders_lose}", true, false);
  expect("repetition: {count: 3, result: mover_loses}", false, false);
  expect("repetition: {count: 3, result: illegal}", false, false);
  for (const char* result : {"draw", "defenders_lose", "mover_loses", "illegal"}) {
    expect("repetition: {count: 0, result: " + std::string(result) + "}", true, true);
  }
  for (const std::string& limit : {std::string("quiet_limit"), std::string("ply_limit")}) {
    const std::string rules =
        "repetition: {count: 3, result: draw}\n" + limit + ": 9\n" + limit + "_result: ";
    expect(rules + "draw", true, true);
    expect(rules + "attackers", true, false);
    expect(rules + "defenders", false, true);
  }
}

TEST(SlowCertificate, WinsUnderEveryRuleOnRepetition) {
  for (const char* result : {"draw", "defenders_lose", "mover_loses", "illegal"}) {
    const TinyCertificate win =
        WithRules(LongWin().certificate, "result: draw", "result: " + std::string(result));
    EXPECT_EQ(RefusalOf(win), "");
  }
}

TEST(SlowCertificate, AGameThatIsOverProvesNothing) {
  const TinyGame& game = KingAtTheWall();
  TinyCertificate certificate = UndecidedHold(game, 'a', 0).certificate;
  certificate.start = "5/5/5/5/1tKt1 d";
  certificate.moves.clear();
  EXPECT_THAT(RefusalOf(certificate), HasSubstr("cannot move"));
  certificate = WithRules(certificate, "no_moves: draw", "no_moves: loss");
  certificate.claim = 1;
  certificate.plies = 1;
  EXPECT_THAT(RefusalOf(certificate), HasSubstr("cannot move"));
}

}  // namespace
}  // namespace raichi
