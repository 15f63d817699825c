// Search trees as they were when last looked at: any change of the search's behaviour shows here.
// After a change that is meant, `RAICHI_REGENERATE=1 mcts_tests --gtest_filter='Golden.*'` writes
// the file anew; look at the difference before committing it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "mcts/evaluators/fake_evaluator.h"
#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/mcts/helpers.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

const std::string kFile = SourceDir() + "/tests/mcts/golden/trees.txt";

/// The visits of each turn of a short game, searched with reuse and, every other turn, noise.
void Describe(const std::string& name, std::ostream* out) {
  FakeEvaluator evaluator(42);
  Search search({}, Game(OpenRules(name)), 42);
  for (int turn = 0; turn < 4 && !search.game().IsOver(); ++turn) {
    Think(&search, &evaluator, {.visits = 100, .noise = turn % 2 == 1});
    const SearchResult result = search.Result();
    *out << name << " turn " << turn << " nodes " << search.tree().num_nodes() << ':';
    for (size_t i = 0; i < result.moves.size(); ++i) {
      if (result.visits[i] > 0) *out << ' ' << ToString(result.moves[i]) << '=' << result.visits[i];
    }
    *out << '\n';
    search.Play(result.best);
  }
}

TEST(Golden, TreesAreWhatTheyWere) {
  std::ostringstream trees;
  for (const char* name : {"linnaeus", "brandubh", "ashton-bologna", "fetlar"}) {
    Describe(name, &trees);
  }
  if (std::getenv("RAICHI_REGENERATE") != nullptr) std::ofstream(kFile) << trees.str();
  std::ifstream file(kFile);
  std::stringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(trees.str(), golden.str());
}

}  // namespace
}  // namespace raichi
