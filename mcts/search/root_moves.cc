#include "mcts/search/root_moves.h"

#include "base/check.h"

namespace raichi {

void RootMoves::Set(const MoveList& moves, std::span<const float> priors) {
  moves_ = moves;
  IndexMoves();
  priors_.assign(priors.begin(), priors.end());
  is_loaded_ = true;
  is_evaluated_ = true;
}

void RootMoves::SetWin(const MoveList& moves, Move win) {
  moves_ = moves;
  IndexMoves();
  priors_.assign(moves.size(), 0.0f);
  priors_[IndexOf(win)] = 1;
  is_loaded_ = true;
  is_evaluated_ = false;
}

void RootMoves::Load(const Game& game, const Tree& tree) {
  game.LegalMoves(&moves_);
  IndexMoves();
  priors_.resize(moves_.size());
  for (const Edge& edge : tree.EdgesOf(tree.root())) priors_[IndexOf(edge.move())] = edge.prior();
  is_loaded_ = true;
  is_evaluated_ = true;
}

/// The moves of a piece are adjacent, so `IndexOf` has to try only these.
void RootMoves::IndexMoves() {
  for (size_t i = moves_.size(); i-- > 0;) {
    first_[moves_[i].from().code()] = static_cast<uint16_t>(i);
  }
}

size_t RootMoves::IndexOf(Move move) const {
  size_t i = first_[move.from().code()];
  while (i < moves_.size() && moves_[i] != move) ++i;
  RAICHI_CHECK(i < moves_.size());
  return i;
}

void RootMoves::ShapePriors(const SearchConfig& config, bool noise, Rng* rng, Tree* tree) {
  shaped_ = priors_;
  if (noise) {
    ApplyPolicyTemperature(config.root_policy_temperature, shaped_);
    MixDirichletNoise(config.noise_fraction, config.noise_concentration, rng, shaped_);
  }
  for (Edge& edge : tree->EdgesOf(tree->root())) {
    edge.set_prior(shaped_[IndexOf(edge.move())]);
  }
  tree->BringBestForward(tree->root());
}

void RootMoves::BeginCount(const Tree& tree) {
  visits_at_start_.assign(moves_.size(), 0);
  const Node& root = tree.root();
  for (const Edge& edge : tree.EdgesOf(root).first(root.num_visited)) {
    visits_at_start_[IndexOf(edge.move())] = static_cast<int>(tree.ChildOf(edge).visits);
  }
}

void RootMoves::CollectStats(const Tree& tree, bool prove, std::vector<RootMove>* stats) const {
  stats->assign(moves_.size(), {});
  for (size_t i = 0; i < stats->size(); ++i) {
    (*stats)[i].prior = priors_[i];
    (*stats)[i].new_visits = -visits_at_start_[i];
  }
  const Node& root = tree.root();
  for (const Edge& edge : tree.EdgesOf(root).first(root.num_visited)) {
    const Node& child = tree.ChildOf(edge);
    RootMove& move = (*stats)[IndexOf(edge.move())];
    move.visits = static_cast<int>(child.visits);
    move.value = -child.value;
    move.is_refuted = prove && child.proof == Proof::kWin;
    move.new_visits += move.visits + child.in_flight;
  }
}

}  // namespace raichi
