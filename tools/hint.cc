#include "tools/hint.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <vector>

#include "mcts/search.h"
#include "mcts/think.h"
#include "rules/error.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr size_t kMovesShown = 6;
constexpr int kMaxVisits = 10'000'000;

double Points(float value) { return 50.0 * (1.0 + static_cast<double>(value)); }

std::string_view Describe(Proof proof) {
  switch (proof) {
    case Proof::kWin:
      return "  wins";
    case Proof::kLoss:
      return "  loses";
    case Proof::kDraw:
      return "  draws";
    case Proof::kNone:
      break;
  }
  return "";
}

/// Indices of the moves, the best first: the search's choice, then by visits.
std::vector<size_t> Ranked(const SearchResult& result) {
  std::vector<size_t> order(result.moves.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, [&result](size_t a, size_t b) {
    const bool a_is_best = result.moves[a] == result.best;
    const bool b_is_best = result.moves[b] == result.best;
    return a_is_best != b_is_best ? a_is_best : result.visits[a] > result.visits[b];
  });
  return order;
}

std::string DescribeMove(const SearchResult& result, size_t i, uint32_t total) {
  const double share = total == 0 ? 0 : 100.0 * result.visits[i] / total;
  const std::string points =
      std::isnan(result.values[i]) ? "    -" : fmt::format("{:5.1f}", Points(result.values[i]));
  return fmt::format("  {:<7} {:>8} visits {:5.1f} %   {} points{}\n", ToString(result.moves[i]),
                     result.visits[i], share, points, Describe(result.proofs[i]));
}

std::string DescribeResult(const SearchResult& result, Side side) {
  const uint32_t total = std::accumulate(result.visits.begin(), result.visits.end(), 0u);
  std::string text = fmt::format("{} to move, {:.1f} points{}\n", ToString(side),
                                 Points(result.value), Describe(result.proof));
  const std::vector<size_t> order = Ranked(result);
  for (size_t i = 0; i < std::min(order.size(), kMovesShown); ++i) {
    text += DescribeMove(result, order[i], total);
  }
  return text;
}

}  // namespace

std::string GiveHint(const Game& game, const HintRequest& request, Evaluator* evaluator) {
  Search search(SearchConfig{}, game, request.seed);
  search.Start({.visits = request.visits, .in_flight = request.in_flight});
  Think(&search, evaluator);
  return DescribeResult(search.Result(), game.to_move());
}

int ParseHintVisits(const std::string& text) {
  int visits = 0;
  const char* end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, visits);
  if (error == std::errc() && parsed == end && visits >= 1 && visits <= kMaxVisits) return visits;
  throw Error(
      fmt::format("hint: expected a number of visits from 1 to {}, got '{}'", kMaxVisits, text));
}

}  // namespace raichi
