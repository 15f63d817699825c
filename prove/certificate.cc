#include "prove/certificate.h"

#include <zstd.h>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "selfplay/records/record.h"

namespace raichi {
namespace {

constexpr uint32_t kSkippableMagic = 0x184D2A59;
constexpr std::string_view kMagic = "RAICHIPC";
constexpr uint32_t kVersion = 1;
constexpr size_t kTextOffset = 56;  // of the start in the header
constexpr size_t kMostText = 1 << 20;
constexpr uint64_t kMostMoves = uint64_t{1} << 32;
constexpr uint64_t kMostBytes = uint64_t{1} << 34;
constexpr uint64_t kMostRatio = 32;  // of compression: a small file cannot take much memory
constexpr int kLevel = 19;           // of compression

std::string NumberBytes(const std::vector<uint32_t>& numbers) {
  std::string bytes;
  bytes.reserve(numbers.size());
  for (uint32_t number : numbers) {
    for (; number >= 128; number >>= 7) bytes.push_back(static_cast<char>(number | 128));
    bytes.push_back(static_cast<char>(number));
  }
  return bytes;
}

std::string Compressed(const std::string& bytes) {
  std::string result(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size =
      ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), kLevel);
  RAICHI_CHECK(!ZSTD_isError(size));
  result.resize(size);
  return result;
}

/// Reads one certificate. Every failure names it.
class Reader {
 public:
  Reader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  Certificate Read() {
    ReadHeader();
    Certificate certificate;
    const auto claim = WordAt<uint16_t>(bytes_, 20), owner = WordAt<uint16_t>(bytes_, 22);
    if (claim < 1 || claim > 2 || owner > 1) Fail("unknown claim or owner");
    certificate.claim = static_cast<Claim>(claim);
    certificate.owner = static_cast<Side>(owner);
    if (WordAt<uint32_t>(bytes_, 24) >> 31 != 0) Fail("too many plies");
    certificate.plies = static_cast<int>(WordAt<uint32_t>(bytes_, 24));
    ReadStart(&certificate);
    ReadMoves(&certificate.moves);
    return certificate;
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    throw DamagedError(name_ + ": damaged certificate: " + what);
  }

  void ReadHeader() {
    if (bytes_.size() < kTextOffset + 8 || WordAt<uint32_t>(bytes_, 0) != kSkippableMagic ||
        bytes_.substr(8, kMagic.size()) != kMagic) {
      throw DamagedError(name_ + ": not a certificate of raichi prove, or truncated");
    }
    header_ = 8 + uint64_t{WordAt<uint32_t>(bytes_, 4)};
    if (header_ < kTextOffset + 8 || header_ > kTextOffset + kMostText || header_ > bytes_.size()) {
      Fail("truncated header");
    }
    const std::string_view header = bytes_.substr(0, header_ - 8);
    if (WordAt<uint64_t>(bytes_, header_ - 8) != Checksum(header)) {
      Fail("wrong checksum of the header");
    }
    if (const auto version = WordAt<uint32_t>(bytes_, 16); version != kVersion) {
      throw VersionError(name_ + ": certificate version " + std::to_string(version) +
                         ", expected 1; it was written by another version of this program");
    }
    if (WordAt<uint64_t>(bytes_, 40) != bytes_.size() - header_) Fail("truncated or lengthened");
    if (WordAt<uint64_t>(bytes_, 48) != Checksum(bytes_.substr(header_))) Fail("wrong checksum");
  }

  void ReadStart(Certificate* certificate) const {
    const uint64_t length = WordAt<uint32_t>(bytes_, 28);
    if (length > header_ - 8 - kTextOffset) Fail("truncated start");
    const std::string rules(
        bytes_.substr(kTextOffset + length, header_ - 8 - kTextOffset - length));
    certificate->rules = ParseRules(rules, name_);
    const std::string_view text = bytes_.substr(kTextOffset, length);
    certificate->start = ParsePosition(*certificate->rules, text);
    if (ToString(*certificate->rules, certificate->start) != text) Fail("a start in another form");
  }

  void ReadMoves(std::vector<uint32_t>* moves) const {
    const uint64_t count = WordAt<uint64_t>(bytes_, 32);
    const std::string_view body = bytes_.substr(header_);
    const size_t frame = ZSTD_findFrameCompressedSize(body.data(), body.size());
    const uint64_t size = ZSTD_getFrameContentSize(body.data(), body.size());
    if (ZSTD_isError(frame) || frame != body.size()) Fail("not one frame");
    if (count > kMostMoves || size < count || size > 2 * count) Fail("wrong number of moves");
    if (size > kMostRatio * body.size() + kMostText) Fail("unpacks to more than moves do");
    std::string numbers(size, '\0');
    const size_t got = ZSTD_decompress(numbers.data(), size, body.data(), body.size());
    if (ZSTD_isError(got) || got != size) Fail("wrong frame");
    moves->reserve(count);
    uint32_t number = 0;
    int shift = 0;
    for (const char c : numbers) {
      const auto byte = static_cast<uint8_t>(c);
      if (shift > 7 || (shift > 0 && byte == 0)) Fail("a number in another form");
      number |= uint32_t{byte & 127u} << shift;
      shift += 7;
      if (byte >= 128) continue;
      moves->push_back(number);
      number = 0;
      shift = 0;
    }
    if (shift != 0 || moves->size() != count) Fail("wrong number of moves");
  }

  std::string_view bytes_;
  const std::string& name_;
  uint64_t header_ = 0;
};

}  // namespace

std::string CertificateBytes(const Certificate& certificate) {
  const std::string start = ToString(*certificate.rules, certificate.start);
  const std::string rules = ToYaml(certificate.rules->data());
  const std::string body = Compressed(NumberBytes(certificate.moves));
  std::string bytes;
  AppendWord(kSkippableMagic, &bytes);
  AppendWord(static_cast<uint32_t>(kTextOffset + start.size() + rules.size()), &bytes);
  bytes += kMagic;
  AppendWord(kVersion, &bytes);
  AppendWord(static_cast<uint16_t>(certificate.claim), &bytes);
  AppendWord(static_cast<uint16_t>(certificate.owner), &bytes);
  AppendWord(static_cast<uint32_t>(certificate.plies), &bytes);
  AppendWord(static_cast<uint32_t>(start.size()), &bytes);
  AppendWord(uint64_t{certificate.moves.size()}, &bytes);
  AppendWord(uint64_t{body.size()}, &bytes);
  AppendWord(Checksum(body), &bytes);
  RAICHI_CHECK(bytes.size() == kTextOffset);
  bytes += start + rules;
  AppendWord(Checksum(bytes), &bytes);
  return bytes + body;
}

Certificate ParseCertificate(std::string_view bytes, const std::string& name) {
  return Reader(bytes, name).Read();
}

Certificate ReadCertificate(const std::filesystem::path& path) {
  return ParseCertificate(ReadFile(path, kMostBytes), path.string());
}

}  // namespace raichi
