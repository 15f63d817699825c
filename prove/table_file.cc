#include "prove/table_file.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "selfplay/records/words.h"

namespace raichi {
namespace {

constexpr std::string_view kMagic = "RAICHIPT";
constexpr uint32_t kVersion = 1;
constexpr size_t kHeader = 56, kEntry = 16;

/// Returns the smallest size class of which, and of larger ones, the table has at most `most`.
uint8_t SmallestKept(const ProofTable& table, size_t most) {
  std::array<size_t, 256> sizes{};
  table.ForEach([&](uint64_t, uint64_t data) { ++sizes[ProofTable::SizeOf(data)]; });
  size_t smallest = sizes.size(), sum = 0;
  while (smallest > 1 && sum + sizes[smallest - 1] <= most) sum += sizes[--smallest];
  return static_cast<uint8_t>(std::min<size_t>(smallest, 255));
}

}  // namespace

void WriteProofTable(const std::filesystem::path& path, const ProofSearch& search) {
  const ProofTable& table = search.table();
  const uint8_t smallest = SmallestKept(table, table.places() / 4);
  std::string bytes(kHeader, '\0');
  table.ForEach([&](uint64_t key, uint64_t data) {
    if (ProofTable::SizeOf(data) < smallest) return;
    AppendWord(key, &bytes);
    AppendWord(data, &bytes);
  });
  const std::string_view body = std::string_view(bytes).substr(kHeader);
  std::string header(kMagic);
  AppendWord(kVersion, &header);
  AppendWord(static_cast<uint32_t>(search.winner()), &header);
  AppendWord(search.rules()->fingerprint(), &header);
  AppendWord(search.nodes(), &header);
  AppendWord(uint64_t{body.size() / kEntry}, &header);
  AppendWord(Checksum(body), &header);
  AppendWord(Checksum(header), &header);
  bytes.replace(0, kHeader, header);
  WriteOutput(path, bytes);
}

void ReadProofTable(const std::filesystem::path& path, ProofSearch* search) {
  const auto fail = [&](const std::string& what) {
    throw DamagedError(path.string() + ": damaged table of a proof: " + what +
                       "; remove the file and search again");
  };
  const uint64_t most = kHeader + kEntry * search->table().places();
  if (ReadBeginning(path, 0).size > most) {
    throw Error(path.string() +
                ": larger than the memory for positions; allow more (--max-memory)");
  }
  const std::string bytes = ReadFile(path, most);
  if (bytes.size() < kHeader || bytes.substr(0, kMagic.size()) != kMagic) {
    throw DamagedError(path.string() + ": not a table of raichi prove, or truncated");
  }
  const std::string_view header(bytes.data(), kHeader - 8),
      body = std::string_view(bytes).substr(kHeader);
  if (WordAt<uint64_t>(bytes, kHeader - 8) != Checksum(header)) {
    fail("wrong checksum of the header");
  }
  if (const auto version = WordAt<uint32_t>(bytes, 8); version != kVersion) {
    throw VersionError(path.string() + ": table version " + std::to_string(version) +
                       ", expected 1; it was written by another version of this program");
  }
  if (WordAt<uint64_t>(bytes, 32) * kEntry != body.size()) fail("truncated or lengthened");
  if (WordAt<uint64_t>(bytes, 40) != Checksum(body)) fail("wrong checksum");
  if (WordAt<uint32_t>(bytes, 12) != static_cast<uint32_t>(search->winner()) ||
      WordAt<uint64_t>(bytes, 16) != search->rules()->fingerprint()) {
    throw Error(path.string() + ": a table of other rules or of the other side; name another file");
  }
  search->table().Reserve(body.size() / kEntry);
  for (size_t at = 0; at < body.size(); at += kEntry) {
    search->table().Restore(WordAt<uint64_t>(body, at), WordAt<uint64_t>(body, at + 8));
  }
  search->AddNodes(WordAt<uint64_t>(bytes, 24));
}

}  // namespace raichi
