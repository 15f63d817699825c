// Tables of the solver. The target makes the sizes and checksums of the header right.
#include "base/checksum.h"
#include "rules/files/rule_file.h"
#include "selfplay/records/words.h"
#include "solve/solver.h"
#include "solve/table_file.h"
#include "tests/fuzz/fuzz.h"

namespace raichi::fuzz {
namespace {

constexpr double kMostBytes = 1 << 24;
constexpr size_t kRulesOffset = 56;  // docs/solve.md, "The table file"

std::string WithChecksums(std::string_view input) {
  if (input.size() < kRulesOffset + 8) return std::string(input);
  const size_t header = 8 + size_t{WordAt<uint32_t>(input, 4)};
  if (header < kRulesOffset + 8 || header > input.size()) return std::string(input);
  const std::string_view body = input.substr(header);
  std::string bytes(input.substr(0, 40));
  AppendWord(uint64_t{body.size()}, &bytes);
  AppendWord(Checksum(body), &bytes);
  bytes += input.substr(kRulesOffset, header - 8 - kRulesOffset);
  AppendWord(Checksum(bytes), &bytes);
  return bytes.append(body);
}

/// A table of very few positions, in this many steps of the solver.
std::string TableAfter(int steps) {
  SolveTable table(
      OpenRules(RAICHI_SOURCE_DIR "/configs/small/k1v5.yaml+board.setup=t4/5/2K2/5/5"));
  Solver(&table, 1).Run([&] { return --steps > 0; });
  return TableBytes(table);
}

const Target kTable(
    "table",
    [](std::string_view input) {
      const auto table = ReadTable(FileOf(WithChecksums(input)), kMostBytes);
      Must([&] {
        const std::string bytes = TableBytes(*table);
        RAICHI_CHECK(TableBytes(*ReadTable(FileOf(bytes), kMostBytes)) == bytes);
        if (table->IsDone()) table->ValueOf(table->rules().start());
      });
    },
    [] {
      return std::vector{TableAfter(1), TableAfter(3), TableAfter(1 << 30)};
    });

}  // namespace
}  // namespace raichi::fuzz
