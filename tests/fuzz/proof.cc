// Certificates of proofs, and tables of their searches. The targets make lengths and checksums of
// the headers right.
#include "base/checksum.h"
#include "base/files/files.h"
#include "prove/extract.h"
#include "prove/proof_search.h"
#include "prove/walk.h"
#include "rules/files/rule_file.h"
#include "selfplay/records/record.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/header.h"

namespace raichi::fuzz {
namespace {

constexpr size_t kTableHeader = 56;  // docs/certificates.md

RulesPtr SmallRules() {
  return OpenRules(RAICHI_SOURCE_DIR "/configs/small/k1v5.yaml+board.setup=t3t/5/1TK2/5/5");
}

const auto kForEver = [](auto...) { return true; };

std::string ProofFor(Side side) {
  const RulesPtr rules = SmallRules();
  ProofSearch search(rules, {.winner = side, .bytes = 1 << 20});
  search.Run(rules->start(), kForEver);
  return CertificateBytes(ExtractCertificate(&search, rules->start(), kForEver));
}

const Target kCertificate(
    "certificate",
    [](std::string_view input) {
      const Certificate certificate = ParseCertificate(WithChecksums(input), "input");
      Must([&] {
        const std::string bytes = CertificateBytes(certificate);
        RAICHI_CHECK(CertificateBytes(ParseCertificate(bytes, "input")) == bytes);
      });
      uint64_t steps = 0;
      CheckCertificate(certificate, "input", {}, [&](uint64_t) { return ++steps < 4; });
    },
    [] {
      return std::vector{ProofFor(Side::kDefenders), ProofFor(Side::kAttackers)};
    });

std::string WithTableChecksums(std::string_view input) {
  if (input.size() < kTableHeader) return std::string(input);
  const std::string_view body = input.substr(kTableHeader);
  std::string bytes(input.substr(0, 32));
  AppendWord(uint64_t{body.size() / 16}, &bytes);
  AppendWord(Checksum(body), &bytes);
  AppendWord(Checksum(bytes), &bytes);
  return bytes.append(body);
}

const Target kProofTable(
    "proof-table",
    [](std::string_view input) {
      ProofSearch search(SmallRules(), {.winner = Side::kDefenders, .bytes = 1 << 16});
      ReadProofTable(FileOf(WithTableChecksums(input)), &search);
      Must([&] {
        int steps = 0;
        search.Run(search.rules()->start(), [&] { return ++steps < 8; });
      });
    },
    [] {
      ProofSearch search(SmallRules(), {.winner = Side::kDefenders, .bytes = 1 << 16});
      search.Run(search.rules()->start(), kForEver);
      const std::filesystem::path file = FileOf("");
      WriteProofTable(file, search);
      return std::vector{ReadFile(file, 1 << 20)};
    });

}  // namespace
}  // namespace raichi::fuzz
