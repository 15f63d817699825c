// Tables of the solver. The target makes the sizes and checksums of the header right.
#include "solve/table.h"

#include "rules/files/rule_file.h"
#include "solve/solver.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/header.h"

namespace raichi::fuzz {
namespace {

constexpr double kMostBytes = 1 << 24;
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
