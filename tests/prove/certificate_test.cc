#include "prove/certificate.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "prove/walk.h"
#include "rules/files/rule_file.h"
#include "tests/prove/refusal.h"
#include "tests/prove/tiny_certificate.h"
#include "tests/prove/tiny_game.h"

namespace raichi {
namespace {

/// Returns why the program refuses a file; an empty text if it does not.
std::string OwnRefusalOf(const std::string& bytes) {
  try {
    CheckCertificate(ParseCertificate(bytes, "file"), "file");
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

std::vector<TinyCertificate> Proofs() {
  return {LongWin().certificate, KingAmongCamps().Prove(0, 1, 0).certificate,
          UndecidedHold(KingAtTheWall(), 'a', 0).certificate,
          UndecidedHold(KingAtTheWall(), 'd', 1).certificate};
}

TEST(Certificate, IsReadAndWrittenAsTheSecondCheckerKnowsIt) {
  for (const TinyCertificate& proof : Proofs()) {
    const std::string bytes = BytesOf(proof);
    ASSERT_EQ(OwnRefusalOf(bytes), "");
    const Certificate certificate = ParseCertificate(bytes, "file");
    EXPECT_EQ(RefusalOf(CertificateBytes(certificate)), "");
    EXPECT_EQ(certificate.moves.size(), proof.moves.size());
  }
}

TEST(Certificate, IsRefusedIfAnyByteIsChanged) {
  const std::string bytes = BytesOf(LongWin().certificate);
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    EXPECT_NE(OwnRefusalOf(damaged), "") << at;
    EXPECT_NE(OwnRefusalOf(bytes.substr(0, at)), "") << at;
  }
  EXPECT_NE(OwnRefusalOf(bytes + "x"), "");
}

/// Both checkers follow the page, so they agree about every file with right checksums.
TEST(Certificate, IsJudgedAlikeByBothCheckers) {
  Rng rng(7);
  int refused = 0, accepted = 0;
  for (const TinyCertificate& proof : Proofs()) {
    for (int i = 0; i < 150; ++i) {
      TinyCertificate spoilt = proof;
      const size_t at = rng.Below(static_cast<uint32_t>(spoilt.moves.size()));
      const auto place = spoilt.moves.begin() + static_cast<ptrdiff_t>(at);
      switch (rng.Below(6)) {
        case 0:
          spoilt.moves.erase(place);
          break;
        case 1:
          spoilt.moves.insert(place, rng.Below(8));
          break;
        case 2:
          spoilt.claim ^= 3;
          break;
        case 3:
          spoilt.plies += rng.Below(2) == 0 ? 2 : uint32_t{1} << 31;
          break;
        default:
          *place = rng.Below(10);
      }
      const std::string bytes = BytesOf(spoilt);
      const bool is_refused = !OwnRefusalOf(bytes).empty();
      ASSERT_EQ(is_refused, !RefusalOf(bytes).empty())
          << OwnRefusalOf(bytes) << " | " << RefusalOf(bytes);
      ++(is_refused ? refused : accepted);
    }
  }
  EXPECT_GT(refused, 300);
  EXPECT_GT(accepted, 0);
}

TEST(Certificate, OfAHoldNeedsRulesByWhichNoRepetitionLoses) {
  const auto why = [](const std::string& changes, Side owner) {
    return WhyNoHold(OpenRules("brandubh" + changes)->data(), owner);
  };
  EXPECT_EQ(why("+repetition.result=draw", Side::kDefenders), "");
  EXPECT_EQ(why("+repetition.result=defenders_lose", Side::kAttackers), "");
  EXPECT_NE(why("+repetition.result=defenders_lose", Side::kDefenders), "");
  EXPECT_EQ(why("+repetition.result=defenders_lose+repetition.count=0", Side::kDefenders), "");
  EXPECT_NE(why("+repetition.result=mover_loses", Side::kAttackers), "");
  EXPECT_NE(
      why("+repetition.result=draw+ply_limit=300+ply_limit_result=attackers", Side::kDefenders),
      "");
}

}  // namespace
}  // namespace raichi
