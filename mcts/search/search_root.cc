// The root of a search: starting a search, picking the root's moves, moving the root down the tree.

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "mcts/search/search.h"
#include "mcts/search/tree.h"

namespace raichi {

Search::Search(const SearchConfig& config, Game game, uint64_t seed)
    : config_(config), rng_(seed), game_(std::move(game)) {}

void Search::Reset(const Game& game, uint64_t seed) {
  rng_ = Rng(seed);
  game_ = game;  // copied, not moved, to reuse allocated memory
  pending_.SetGame(game);
  pending_.Clear(&tree_);
  // Few searches need more than this. If each kept the memory of its largest tree forever, the
  // memory of many searches would grow for hours.
  constexpr size_t kSpare = 4;
  for (Tree* tree : {&tree_, &spare_tree_}) {
    tree->ClearAndTrim(kSpare * common_nodes_, kSpare * common_edges_);
  }
  root_moves_.Unload();
  knows_moves_left_ = false;
}

void Search::Start(const SearchBudget& budget) {
  RAICHI_CHECK(budget.in_flight >= 1 && budget.in_flight <= kMaxInFlight);
  budget_ = budget;
  pending_.Clear(&tree_);
  evaluations_ = 0;
  nodes_at_start_ = tree_.num_nodes();
  Reserve();
  if (tree_.root().num_edges == 0) return;
  if (!root_moves_.is_loaded()) root_moves_.Load(game_, tree_);
  ShapeRoot();
  BringDrawForward(game_, root_moves_.moves(), Tree::kRoot);
}

/// Reserves the memory that the budget commonly needs. In rarer cases the arrays grow by doubling.
void Search::Reserve() {
  constexpr size_t kNodesPerVisit = 4;
  constexpr size_t kMovesPerFile = 12;  // positions have about eight moves per file
  constexpr size_t kCommonDepth = 128;
  constexpr int kMostVisits = 1 << 14;  // more is not reserved: a clock may end the search early
  const auto visits = static_cast<size_t>(std::clamp(budget_.visits, 0, kMostVisits)) + 1;
  const size_t edges = visits * kMovesPerFile * static_cast<size_t>(game_.rules().size());
  common_nodes_ = std::max(common_nodes_, kNodesPerVisit * visits);
  common_edges_ = std::max(common_edges_, edges);
  for (Tree* tree : {&tree_, &spare_tree_}) tree->ReserveMore(kNodesPerVisit * visits, edges);
  pending_.Reserve(static_cast<size_t>(budget_.in_flight));
  Descent& first = pending_.NextDescent(game_);
  first.path.reserve(kCommonDepth);
  first.moves.reserve(kCommonDepth);
}

/// Prepares the root's priors and, at a Gumbel root, the moves to consider.
void Search::ShapeRoot() {
  root_moves_.ShapePriors(config_, budget_.noise && !HasGumbelRoot(), &rng_, &tree_);
  root_moves_.BeginCount(tree_);
  if (!HasGumbelRoot()) return;
  root_moves_.CollectStats(tree_, config_.prove, &gumbel_stats_);
  gumbel_.Begin(config_.gumbel, gumbel_stats_, budget_.visits - Visits(), &rng_);
}

void Search::ExpandRoot(const MoveList& moves, std::span<const float> priors) {
  root_moves_.Set(moves, priors);
  tree_.Expand(Tree::kRoot, root_moves_.moves(), priors);
  ShapeRoot();
}

/// Proves a root at which the move `win` wins at once; no evaluation is needed.
void Search::ProveRoot(const MoveList& moves, Move win) {
  root_moves_.SetWin(moves, win);
  tree_.Expand(Tree::kRoot, root_moves_.moves(), root_moves_.priors());
  const uint32_t index = tree_.AddChild(Tree::kRoot);
  tree_.node(index).proof = Proof::kLoss;
  tree_.root().raw_value = 1;
  tree_.root().visits = 1;
  const std::array<uint32_t, 2> path = {Tree::kRoot, index};
  UpdatePath(path, Visit(ValueOf(Proof::kLoss), 0, 0), config_.prove, &tree_);
}

std::optional<size_t> Search::PickRootEdge() {
  if (HasGumbelRoot()) return PickGumbelEdge();
  return PickEdge(tree_.root(), config_.root_fpu_reduction);
}

/// Returns nothing if the next pick depends on a pending leaf.
std::optional<size_t> Search::PickGumbelEdge() {
  const Node& root = tree_.root();
  root_moves_.CollectStats(tree_, config_.prove, &gumbel_stats_);
  if (!pending_.empty() && gumbel_.IsPhaseOver(gumbel_stats_)) return std::nullopt;
  const Move move = root_moves_[gumbel_.Pick(root.raw_value, gumbel_stats_)];
  const std::span<const Edge> edges = tree_.EdgesOf(root);
  const auto edge = std::ranges::find(edges, move, &Edge::move);
  const auto pick = static_cast<size_t>(edge - edges.begin());
  if (pick < root.num_visited) {
    const bool is_pending = tree_.ChildOf(edges[pick]).in_flight > 0;
    return is_pending ? std::nullopt : std::optional(pick);
  }
  tree_.BringForward(root, pick);
  return root.num_visited;
}

void Search::Forget() {
  pending_.Clear(&tree_);
  tree_.Clear();
  root_moves_.Unload();
}

void Search::Play(Move move) {
  RAICHI_CHECK(game_.IsLegal(move));
  pending_.Play(game_.ply(), move);
  pending_.Clear(&tree_);
  game_.Play(move);
  root_moves_.Unload();

  const Node& root = tree_.root();
  const std::span<const Edge> visited = tree_.EdgesOf(root).first(root.num_visited);
  const auto edge = std::find_if(visited.begin(), visited.end(),
                                 [move](const Edge& e) { return e.move() == move; });
  // A node that was proven when first reached has no edges, so it cannot become the root.
  const bool is_known = edge != visited.end() && tree_.ChildOf(*edge).num_edges > 0;
  if (config_.reuse_tree && is_known) {
    tree_.Reroot(edge->child(), &spare_tree_);
  } else {
    tree_.Clear();
  }
}

}  // namespace raichi
