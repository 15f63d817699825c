#include "prove/proof_search.h"

#include <gtest/gtest.h>

#include "prove/extract.h"
#include "prove/walk.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

const auto kForEver = [] { return true; };

TEST(ProofSearch, ProvesArdRi) {
  const RulesPtr rules = OpenRules("ard-ri");
  ProofSearch search(rules, {.winner = Side::kAttackers, .bytes = 1 << 24});
  ASSERT_TRUE(search.Run(rules->start(), kForEver).IsProven());
  const Certificate certificate = ExtractCertificate(&search, rules->start(), kForEver);
  EXPECT_EQ(CheckCertificate(certificate, "ard-ri").plies, certificate.plies);
}

}  // namespace
}  // namespace raichi
