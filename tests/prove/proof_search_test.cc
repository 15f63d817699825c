#include "prove/proof_search.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "prove/extract.h"
#include "prove/walk.h"
#include "rules/files/rule_file.h"
#include "solve/answers.h"
#include "tests/solve/games.h"
#include "tests/support/slow_certificate.h"

namespace raichi {
namespace {

const auto kForEver = [](auto...) { return true; };

/// Makes the certificate and has both checkers follow it.
Certificate Certified(ProofSearch* search, const Position& position) {
  const Certificate certificate = ExtractCertificate(search, position, kForEver);
  const std::string bytes = CertificateBytes(certificate);
  EXPECT_EQ(CheckCertificate(ParseCertificate(bytes, "proof"), "proof").plies, certificate.plies);
  slow::CheckCertificate(bytes);  // throws if it is wrong
  return certificate;
}

/// Compares proofs of either side with the values of a solved game.
void ExpectSolvedValues(const std::string& changes, size_t bytes, int threads) {
  const auto table = SolvedTable(SmallRules("t3t/5/1TK2/5/2t2", changes));
  Rng rng(5);
  int wins = 0, holds = 0;
  for (const uint64_t index : SamplePositions(*table, 60, 0, &rng)) {
    const Position position = table->PositionAt(index);
    const Solved value = table->ValueAt(index);
    for (const Side side : {Side::kAttackers, Side::kDefenders}) {
      ProofSearch search(table->rules_ptr(), {.winner = side, .bytes = bytes, .threads = threads});
      const ProofNumbers numbers = search.Run(position, kForEver);
      const bool wins_by_force = value.result == WinFor(side) && value.plies.has_value();
      ASSERT_EQ(numbers.IsProven(), wins_by_force) << ToString(table->rules(), position);
      ASSERT_EQ(numbers.IsDisproven(), !wins_by_force);
      const Certificate certificate = Certified(&search, position);
      ASSERT_EQ(certificate.claim, wins_by_force ? Claim::kWins : Claim::kHolds);
      if (wins_by_force) {
        ASSERT_GE(certificate.plies, *value.plies);
      }
      ++(wins_by_force ? wins : holds);
    }
  }
  EXPECT_GT(wins, 20);
  EXPECT_GT(holds, 20);
}

TEST(ProofSearch, FindsTheValuesOfSolvedGames) {
  for (const char* changes : {"", "+no_moves=draw", "+king.armed=none"}) {
    ExpectSolvedValues(changes, 1 << 20, 1);
  }
}

TEST(ProofSearch, FindsThemWithATableThatForgets) { ExpectSolvedValues("", 1 << 10, 1); }

TEST(ProofSearch, FindsThemOnSeveralThreads) { ExpectSolvedValues("", 1 << 20, 3); }

TEST(ProofSearch, ProvesArdRi) {
  const RulesPtr rules = OpenRules("ard-ri");
  for (const size_t bytes : {1 << 24, 1 << 14}) {
    ProofSearch search(rules, {.winner = Side::kAttackers, .bytes = bytes});
    ASSERT_TRUE(search.Run(rules->start(), kForEver).IsProven());
    EXPECT_EQ(Certified(&search, rules->start()).owner, Side::kAttackers);
    EXPECT_LT(search.nodes(), 200'000u);
  }
}

TEST(ProofSearch, SaysThatRepetitionMayLose) {
  const RulesPtr rules = OpenRules("minitafl+repetition.result=mover_loses");
  ProofSearch search(rules, {.winner = Side::kAttackers, .bytes = 1 << 22});
  ASSERT_TRUE(search.Run(rules->start(), kForEver).IsDisproven());
  EXPECT_THROW(ExtractCertificate(&search, rules->start(), kForEver), Error);
}

TEST(ProofSearch, ContinuesFromAFile) {
  const RulesPtr rules = OpenRules("ballinderry-8");
  const ProofSettings settings{.winner = Side::kAttackers, .bytes = 1 << 26};
  const TemporaryFolder folder;
  ProofSearch first(rules, settings);
  // So many entries that the second table has to grow.
  EXPECT_FALSE(first.Run(rules->start(), [&] { return first.nodes() < 200'000; }).IsProven());
  EXPECT_GT(first.table().entries(), 150'000u);
  WriteProofTable(folder / "x.table", first);
  ProofSearch second(rules, settings);
  ReadProofTable(folder / "x.table", &second);
  EXPECT_EQ(second.nodes(), first.nodes());
  EXPECT_GT(second.table().entries(), first.table().entries() * 98 / 100);  // buckets are small
  EXPECT_EQ(second.NumbersOf(rules->start()).proof, first.NumbersOf(rules->start()).proof);
}

TEST(ProofSearch, RefusesFilesThatAreDamagedOrOfAnotherSearch) {
  const RulesPtr rules = OpenRules("minitafl");
  const TemporaryFolder folder;
  ProofSearch search(rules, {.winner = Side::kDefenders, .bytes = 1 << 20});
  search.Run(rules->start(), [&] { return search.nodes() < 1000; });
  WriteProofTable(folder / "x.table", search);
  const std::string bytes = ReadFile(folder / "x.table", 1 << 24);
  for (const size_t at :
       {0u, 9u, 13u, 20u, 30u, 40u, 50u, 60u, static_cast<unsigned>(bytes.size() - 1)}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    AtomicWrite(folder / "y.table", damaged);
    EXPECT_THROW(ReadProofTable(folder / "y.table", &search), Error) << at;
  }
  AtomicWrite(folder / "y.table", std::string_view(bytes).substr(0, bytes.size() - 16));
  EXPECT_THROW(ReadProofTable(folder / "y.table", &search), DamagedError);
  ProofSearch other(rules, {.winner = Side::kAttackers, .bytes = 1 << 20});
  EXPECT_THROW(ReadProofTable(folder / "x.table", &other), Error);
}

}  // namespace
}  // namespace raichi
