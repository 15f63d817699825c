#include "tests/solve/games.h"

#include "rules/files/rule_file.h"
#include "solve/solver.h"
#include "tests/support/places.h"

namespace raichi {

RulesPtr SmallRules(const std::string& setup, const std::string& changes) {
  return OpenRules(SourceDir() + "/configs/small/k1v5.yaml+board.setup=" + setup + changes);
}

std::unique_ptr<SolveTable> SolvedTable(const RulesPtr& rules, int threads) {
  auto table = std::make_unique<SolveTable>(rules);
  Solver(table.get(), threads).Run([] { return true; });
  return table;
}

}  // namespace raichi
