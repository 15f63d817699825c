#pragma once

#include <string>
#include <string_view>

#include "base/checksum.h"
#include "selfplay/records/record.h"

namespace raichi::fuzz {

/// Makes the size of the body and the checksums right in the header that solved tables and
/// certificates of proofs share (docs/solve.md, docs/certificates.md).
inline std::string WithChecksums(std::string_view input) {
  constexpr size_t kFixed = 56;  // bytes before the text
  if (input.size() < kFixed + 8) return std::string(input);
  const size_t header = 8 + size_t{WordAt<uint32_t>(input, 4)};
  if (header < kFixed + 8 || header > input.size()) return std::string(input);
  const std::string_view body = input.substr(header);
  std::string bytes(input.substr(0, 40));
  AppendWord(uint64_t{body.size()}, &bytes);
  AppendWord(Checksum(body), &bytes);
  bytes += input.substr(kFixed, header - 8 - kFixed);
  AppendWord(Checksum(bytes), &bytes);
  return bytes.append(body);
}

}  // namespace raichi::fuzz
