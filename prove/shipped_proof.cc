#include "prove/proof_book.h"
#include "rules/files/program_data.h"

namespace raichi {

std::optional<Certificate> ShippedProofOf(const Rules& rules) {
  const auto file = FindProgramData("configs/proofs/" + rules.data().name + ".proof");
  if (!file) return std::nullopt;
  Certificate certificate = ReadCertificate(*file);
  if (certificate.rules->fingerprint() != rules.fingerprint() ||
      certificate.start != certificate.rules->start()) {
    return std::nullopt;
  }
  return certificate;
}

}  // namespace raichi
