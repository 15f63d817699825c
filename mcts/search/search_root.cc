// The root of a search: starting a search, shaping its priors, moving the root down the tree.

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "mcts/search/root_policy.h"
#include "mcts/search/search.h"

namespace raichi {

Search::Search(const SearchConfig& config, Game game, uint64_t seed)
    : config_(config), rng_(seed), game_(std::move(game)) {}

void Search::Reset(const Game& game, uint64_t seed) {
  rng_ = Rng(seed);
  game_ = game;  // copied, not moved, to reuse allocated memory
  for (const auto& descent : descents_) descent->walk = game;
  Land();
  // Few searches need more than this. If each kept the memory of its largest tree forever, the
  // memory of many searches would grow for hours.
  constexpr size_t kSpare = 4;
  for (Tree* tree : {&tree_, &spare_tree_}) {
    tree->ClearAndTrim(kSpare * common_nodes_, kSpare * common_edges_);
  }
  is_root_loaded_ = false;
  knows_moves_left_ = false;
}

void Search::Start(const SearchBudget& budget) {
  RAICHI_CHECK(budget.in_flight >= 1 && budget.in_flight <= kMaxInFlight);
  budget_ = budget;
  // Gumbel roots and forced playouts count visits one by one.
  RAICHI_CHECK(budget.in_flight == 1 || !(HasGumbelRoot() || HasForcedPlayouts()));
  Land();
  evaluations_ = 0;
  nodes_at_start_ = tree_.num_nodes();
  Reserve();
  if (tree_.root().num_edges == 0) return;
  if (!is_root_loaded_) LoadRoot();
  ShapeRoot();
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
  leaves_.reserve(static_cast<size_t>(budget_.in_flight));
  Descent& first = FreeDescent();
  first.path.reserve(kCommonDepth);
  first.moves.reserve(kCommonDepth);
}

void Search::LoadRoot() {
  game_.LegalMoves(&root_moves_);
  root_priors_.resize(root_moves_.size());
  for (const Edge& edge : tree_.EdgesOf(tree_.root()))
    root_priors_[RootIndexOf(edge.move())] = edge.prior();
  is_root_loaded_ = true;
}

/// Returns the index of `move` in `root_moves_`, which GenerateMoves sorts by square, axis and
/// coordinate. Edges are in the order of their first visits instead.
size_t Search::RootIndexOf(Move move) const {
  const auto key = [](Move m) {
    return (m.code() & 1023) << 6 | (m.is_along_file() ? 32 : 0) | m.code() >> 11;
  };
  const auto place = std::lower_bound(root_moves_.begin(), root_moves_.end(), move,
                                      [key](Move a, Move b) { return key(a) < key(b); });
  RAICHI_CHECK(place != root_moves_.end() && *place == move);
  return static_cast<size_t>(place - root_moves_.begin());
}

/// Sets the root's edges to the evaluator's priors, with noise and temperature if the budget asks
/// for them.
void Search::ShapeRoot() {
  shaped_priors_ = root_priors_;
  if (budget_.noise && !HasGumbelRoot()) {
    ApplyPolicyTemperature(config_.root_policy_temperature, shaped_priors_);
    MixDirichletNoise(config_.noise_fraction, config_.noise_concentration, &rng_, shaped_priors_);
  }
  for (Edge& edge : tree_.EdgesOf(tree_.root())) {
    edge.set_prior(shaped_priors_[RootIndexOf(edge.move())]);
  }
  tree_.BringBestForward(tree_.root());
  if (HasGumbelRoot()) BeginGumbel();
}

void Search::ExpandRoot(const MoveList& moves, std::span<const float> priors) {
  root_moves_ = moves;
  root_priors_.assign(priors.begin(), priors.end());
  is_root_loaded_ = true;
  tree_.Expand(Tree::kRoot, {moves.data(), moves.size()}, priors);
  ShapeRoot();
}

/// Proves a root that has a move that wins at once; no evaluation is needed.
void Search::ProveRoot(const MoveList& moves, Move win) {
  root_moves_ = moves;
  root_priors_.assign(root_moves_.size(), 0.0f);
  root_priors_[RootIndexOf(win)] = 1;
  is_root_loaded_ = true;
  tree_.Expand(Tree::kRoot, {moves.data(), moves.size()}, root_priors_);
  const uint32_t index = tree_.AddChild(Tree::kRoot);
  tree_.node(index).proof = Proof::kLoss;
  tree_.root().raw_value = 1;
  tree_.root().visits = 1;
  const std::array<uint32_t, 2> path = {Tree::kRoot, index};
  BackUp(path, {1, ValueOf(Proof::kLoss), 0, 0});
}

void Search::Forget() {
  Land();
  tree_.Clear();
  is_root_loaded_ = false;
}

void Search::Play(Move move) {
  RAICHI_CHECK(game_.IsLegal(move));
  for (const auto& descent : descents_) {
    descent->walk.Rewind(game_.ply());
    descent->walk.Play(move);
  }
  game_.Play(move);
  Land();
  is_root_loaded_ = false;

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
