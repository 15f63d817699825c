#include "mcts/search/lines.h"

#include <algorithm>
#include <span>

#include "mcts/search/gumbel.h"
#include "mcts/search/tactics.h"

namespace raichi {
namespace {

/// A move of the root or of a node below it.
struct Option {
  const Edge* edge;
  Candidate candidate;
};

bool IsPreferred(const Option& a, const Option& b) { return IsBetter(a.candidate, b.candidate); }

std::vector<Option> VisitedOptions(const Search& search, const Node& node) {
  std::vector<Option> options;
  for (const Edge& edge : search.tree().EdgesOf(node).first(node.num_visited)) {
    const Candidate candidate = CandidateOf(search.tree(), edge, search.config().prove);
    if (candidate.IsVisited()) options.push_back({&edge, candidate});
  }
  return options;
}

/// Returns the root's visited moves, best first. Equally good moves stay in the order of `moves`,
/// as in the search.
std::vector<Option> RootOptions(const Search& search, std::span<const Move> moves) {
  std::vector<Option> options = VisitedOptions(search, search.tree().root());
  const auto place = [&](const Option& option) {
    return std::ranges::find(moves, option.edge->move());
  };
  std::ranges::sort(options, {}, place);
  std::ranges::stable_sort(options, IsPreferred);
  return options;
}

/// Appends the winning move if the variation ends at a node that was proven won when first reached.
/// Such a node has no edges, so the move must be found again. (`Search::Play` also drops edges of
/// nodes that are won in more than one ply.)
void AddFinalMove(const Node& last, const Game& game, std::vector<Move>* moves) {
  if (game.IsOver() || last.num_edges > 0 || last.proof != Proof::kWin) return;
  MoveList legal;
  game.LegalMoves(&legal);
  const Move win = WinInOne(game.rules(), game.position(), {legal.data(), legal.size()});
  if (!win.IsNone()) moves->push_back(win);
}

std::vector<Move> VariationFrom(const Search& search, const Edge* edge) {
  Game game = search.game();
  std::vector<Move> moves;
  while (true) {
    moves.push_back(edge->move());
    game.Play(edge->move());
    const Node& node = search.tree().ChildOf(*edge);
    const std::vector<Option> options = VisitedOptions(search, node);
    if (options.empty()) {
      AddFinalMove(node, game, &moves);
      return moves;
    }
    edge = std::ranges::min_element(options, IsPreferred)->edge;
  }
}

Line LineOf(const Search& search, const Option& option) {
  const Node& child = search.tree().ChildOf(*option.edge);
  const Candidate& candidate = option.candidate;
  return {.move = option.edge->move(),
          .visits = candidate.visits,
          .value = candidate.value,
          .draw = child.draw,
          .moves_left = search.KnowsMovesLeft(child) ? child.moves_left + 1 : 0,
          .proof = candidate.proof,
          .plies_to_end = candidate.proof == Proof::kNone ? 0 : child.plies_to_end + 1,
          .moves = VariationFrom(search, option.edge)};
}

Line LikeliestLine(const SearchResult& result) {
  return {.move = result.best,
          .value = result.value,
          .draw = result.draw,
          .moves_left = result.moves_left,
          .moves = {result.best}};
}

}  // namespace

std::vector<Line> BestLines(const Search& search, int count) {
  std::vector<Line> lines;
  const SearchResult result = search.RootResult();
  if (result.moves.empty() || count < 1) return lines;
  std::vector<Option> options = RootOptions(search, result.moves);
  options.resize(std::min(options.size(), static_cast<size_t>(count)));
  for (const Option& option : options) lines.push_back(LineOf(search, option));
  if (lines.empty()) lines.push_back(LikeliestLine(result));
  return lines;
}

}  // namespace raichi
