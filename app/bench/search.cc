#include "mcts/search/search.h"

#include <spdlog/fmt/fmt.h>

#include "app/bench/bench.h"
#include "mcts/evaluators/uniform_evaluator.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

constexpr SearchBudget kBudget{.visits = 128};
constexpr size_t kMoves = 70;  // about as many as a position of Tablut has

/// Searches one move with an evaluator that costs nothing. Returns the number of new visits,
/// without those kept from the previous move.
uint32_t SearchMove(Search* search, Evaluator* evaluator, Evaluation* evaluation) {
  const uint32_t kept = search->tree().root().visits;
  search->Start(kBudget);
  while (const LeafRequest* leaf = search->SelectLeaf()) {
    evaluator->Evaluate({leaf, 1}, {evaluation, 1});
    search->Answer(*evaluation);
  }
  const uint32_t visits = search->tree().root().visits;
  return visits > kept ? visits - kept : 0;
}

}  // namespace

void BenchSearch(const BenchSettings& settings, const FigureSink& sink) {
  const RulesPtr rules = OpenRules("linnaeus");
  Search search(SearchConfig{}, Game(rules), settings.seed);
  UniformEvaluator evaluator;
  Evaluation evaluation;
  uint64_t games = 0;
  double bytes = 0, edges = 0, held = 0, moves = 0;
  const WorkRate rate = MeasureRate(settings.seconds, [&] {
    if (search.game().IsOver()) search.Reset(Game(rules), settings.seed + ++games);
    const uint32_t visits = SearchMove(&search, &evaluator, &evaluation);
    bytes += static_cast<double>(search.tree().Bytes());
    edges += static_cast<double>(search.tree().num_edges());
    held += static_cast<double>(search.HeldBytes());
    ++moves;
    search.Play(search.ChooseMove());
    return visits;
  });
  sink({.name = "search.simulations", .value = FigureValue::Of(rate), .unit = "1/s"});
  sink({.name = "search.bytes_per_edge", .value = {bytes / edges}, .unit = "B"});
  sink({.name = "search.bytes_per_node",
        .value = {static_cast<double>(sizeof(Node) + kMoves * sizeof(Edge))},
        .unit = "B",
        .detail = fmt::format("expanded, {} moves", kMoves)});
  sink({.name = "search.bytes_held",
        .value = {held / moves},
        .unit = "B",
        .detail = fmt::format("by one game's search, {} visits a move", kBudget.visits)});
}

}  // namespace raichi
