#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raichi {

/// The content of a certificate (docs/certificates.md), which a test may spoil before it is
/// written.
struct TinyCertificate {
  uint32_t version = 1;
  uint16_t claim = 0, owner = 0;
  uint32_t plies = 0;
  std::string start, rules;
  std::vector<uint64_t> moves;
  // What the header says instead of the true numbers:
  std::optional<uint64_t> stated_moves, stated_start_size;
};

/// Returns the content of a body.
std::string PackMoves(const std::vector<uint64_t>& moves);
/// Returns a zstd frame with this content.
std::string PackFrame(const std::string& content);
/// Returns the file, with right lengths and checksums.
std::string BytesOf(const TinyCertificate& certificate);
/// Returns it with another body.
std::string BytesOf(const TinyCertificate& certificate, const std::string& body);
/// Returns a certificate with other text in place of a part of its rules. Throws if they lack it.
TinyCertificate WithRules(TinyCertificate certificate, const std::string& part,
                          const std::string& other);

}  // namespace raichi
