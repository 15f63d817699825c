#include "app/analysis/hint.h"

#include <spdlog/fmt/fmt.h>

#include "app/analysis/text.h"
#include "base/error.h"
#include "base/parse_number.h"
#include "mcts/players/think.h"
#include "mcts/search/search.h"
#include "rules/notation.h"
#include "run/players.h"

namespace raichi {
namespace {

constexpr int kMovesShown = 6;

}  // namespace

std::string GiveHint(const Game& game, const HintRequest& request, Evaluator* evaluator) {
  Search search(SearchConfig{}, game, request.seed);
  search.Start({.visits = request.visits, .in_flight = request.in_flight});
  Think(&search, evaluator, request.tick);
  const Analysis analysis = AnalysisOf(search, kMovesShown);
  return fmt::format("{} to move, {:.1f} points\n{}", ToString(game.to_move()),
                     Points(analysis.value), DescribeLines(analysis));
}

int ParseHintVisits(const std::string& text) {
  if (const auto visits = ParseNumber(text, 1, kMaxVisits)) return *visits;
  throw Error(
      fmt::format("hint: expected a number of visits from 1 to {}, got '{}'", kMaxVisits, text));
}

}  // namespace raichi
