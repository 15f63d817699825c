// Compares search trees with recorded ones, so that any change of the search's behaviour is visible
// here. After an intended change, `RAICHI_REGENERATE=1 mcts_tests --gtest_filter='*Golden*'`
// rewrites the files; review the difference before you commit it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <span>
#include <sstream>

#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/mcts/helpers.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

/// A search configuration, recorded in golden/FILE.
struct Way {
  const char* file;
  SearchConfig config;
  SearchBudget quiet, noisy;  // for turns 0 and 2; for turns 1 and 3
  uint32_t policy_unit = 0;   // if not 0: also record the policy target in this unit
};

const Way kPuct = {"trees.txt", {}, {.visits = 100}, {.visits = 100, .noise = true}};
const Way kGumbel = {.file = "gumbel.txt",
                     .config = {.root = RootRule::kGumbel},
                     .quiet = {.visits = 60, .noise = true},
                     .noisy = {.visits = 60, .noise = true},
                     .policy_unit = kPolicyOne / 1024};
const Way kInFlight = {.file = "in_flight.txt",
                       .config = {.visits_per_leaf = 4, .virtual_loss = 0.5f},
                       .quiet = {.visits = 100, .in_flight = 8},
                       .noisy = {.visits = 100, .noise = true, .in_flight = 8}};
const Way kMovesLeft = {
    .file = "moves_left.txt",
    .config = {.moves_left = {.max_effect = 0.2f, .slope = 0.01f, .threshold = 0.1f}},
    .quiet = {.visits = 100},
    .noisy = {.visits = 100, .noise = true}};

void DescribeMoves(const SearchResult& result, std::span<const uint32_t> weights, uint32_t unit,
                   std::ostream* out) {
  for (size_t i = 0; i < result.moves.size(); ++i) {
    const uint32_t units = weights[i] / unit;
    if (units > 0) *out << ' ' << ToString(result.moves[i]) << '=' << units;
  }
}

/// Writes the results of four turns of a game, each searched on the tree left by the turn before.
void Describe(const Way& way, const std::string& name, std::ostream* out) {
  FakeEvaluator evaluator(42);
  Search search(way.config, Game(OpenRules(name)), 42);
  for (int turn = 0; turn < 4 && !search.game().IsOver(); ++turn) {
    Think(&search, &evaluator, turn % 2 == 1 ? way.noisy : way.quiet);
    const SearchResult result = search.RootResult();
    *out << name << " turn " << turn << " nodes " << search.tree().num_nodes() << ':';
    DescribeMoves(result, result.visits, 1, out);
    if (way.policy_unit > 0) {
      *out << " policy";
      DescribeMoves(result, result.policy, way.policy_unit, out);
    }
    *out << '\n';
    search.Play(result.best);
  }
}

class GoldenTest : public testing::TestWithParam<Way> {};

TEST_P(GoldenTest, TreesAreWhatTheyWere) {
  std::ostringstream trees;
  for (const char* name : {"linnaeus", "brandubh", "ashton-bologna", "fetlar"}) {
    Describe(GetParam(), name, &trees);
  }
  const std::string path = SourceDir() + "/tests/mcts/golden/" + GetParam().file;
  if (std::getenv("RAICHI_REGENERATE") != nullptr) std::ofstream(path) << trees.str();
  std::ifstream file(path);
  std::stringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(trees.str(), golden.str());
}

INSTANTIATE_TEST_SUITE_P(Golden, GoldenTest, testing::Values(kPuct, kGumbel, kInFlight, kMovesLeft),
                         [](const auto& way) {
                           const std::string file = way.param.file;
                           return file.substr(0, file.find('.'));
                         });

}  // namespace
}  // namespace raichi
