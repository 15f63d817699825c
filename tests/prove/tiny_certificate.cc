#include "tests/prove/tiny_certificate.h"

#include <zstd.h>

#include <stdexcept>

#include "base/checksum.h"

namespace raichi {
namespace {

/// Appends the lowest `bytes` bytes of a number, little-endian.
void AppendTo(std::string* text, uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) *text += static_cast<char>(number >> (8 * i));
}

}  // namespace

std::string PackMoves(const std::vector<uint64_t>& moves) {
  std::string content;
  for (uint64_t move : moves) {
    for (; move >= 128; move /= 128) content += static_cast<char>(move % 128 + 128);
    content += static_cast<char>(move);
  }
  return content;
}

std::string PackFrame(const std::string& content) {
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), content.data(), content.size(), 3));
  return frame;
}

std::string BytesOf(const TinyCertificate& certificate) {
  return BytesOf(certificate, PackFrame(PackMoves(certificate.moves)));
}

std::string BytesOf(const TinyCertificate& certificate, const std::string& body) {
  const std::string text = certificate.start + certificate.rules;
  std::string bytes;
  AppendTo(&bytes, 0x184D2A59, 4);
  AppendTo(&bytes, 48 + text.size() + 8, 4);
  bytes += "RAICHIPC";
  AppendTo(&bytes, certificate.version, 4);
  AppendTo(&bytes, certificate.claim, 2);
  AppendTo(&bytes, certificate.owner, 2);
  AppendTo(&bytes, certificate.plies, 4);
  AppendTo(&bytes, certificate.stated_start_size.value_or(certificate.start.size()), 4);
  AppendTo(&bytes, certificate.stated_moves.value_or(certificate.moves.size()), 8);
  AppendTo(&bytes, body.size(), 8);
  AppendTo(&bytes, Checksum(body), 8);
  bytes += text;
  AppendTo(&bytes, Checksum(bytes), 8);
  return bytes + body;
}

TinyCertificate WithRules(TinyCertificate certificate, const std::string& part,
                          const std::string& other) {
  const size_t at = certificate.rules.find(part);
  if (at == std::string::npos) throw std::runtime_error("the rules lack " + part);
  certificate.rules.replace(at, part.size(), other);
  return certificate;
}

}  // namespace raichi
