// Exploration at the root of a noisy search beyond PUCT, and the resulting policy targets.

#include <algorithm>
#include <cmath>

#include "mcts/search/puct.h"
#include "mcts/search/search.h"
#include "mcts/softmax.h"

namespace raichi {

/// Collects statistics of the root's moves, in the order of `root_moves_`, with the given priors.
void Search::LookAtRoot(std::span<const float> priors) const {
  root_stats_.assign(root_moves_.size(), {});
  for (size_t i = 0; i < root_stats_.size(); ++i) root_stats_[i].prior = priors[i];
  const Node& root = tree_.root();
  for (const Edge& edge : tree_.EdgesOf(root).first(root.num_visited)) {
    const Node& child = tree_.ChildOf(edge);
    RootMove& move = root_stats_[RootIndexOf(edge.move())];
    move.visits = static_cast<int>(child.visits);
    move.value = -child.value;
    move.is_refuted = config_.prove && child.proof == Proof::kWin;
    move.new_visits = move.visits + child.in_flight;
  }
  if (!HasGumbelRoot()) return;
  for (size_t i = 0; i < root_stats_.size(); ++i) root_stats_[i].new_visits -= visits_at_start_[i];
}

void Search::BeginGumbel() {
  visits_at_start_.assign(root_moves_.size(), 0);
  LookAtRoot(root_priors_);
  for (size_t i = 0; i < root_stats_.size(); ++i) visits_at_start_[i] = root_stats_[i].visits;
  const int kept = std::max(static_cast<int>(tree_.root().visits) - 1, 0);
  gumbel_.Begin(config_.gumbel, root_stats_, budget_.visits - kept, &rng_);
}

size_t Search::PickRootEdge() {
  if (HasGumbelRoot()) return PickGumbelEdge();
  const std::optional<size_t> forced = FindForcedEdge();
  return forced ? *forced : PickEdge(tree_.root(), config_.root_fpu_reduction);
}

size_t Search::PickGumbelEdge() {
  const Node& root = tree_.root();
  LookAtRoot(root_priors_);
  const Move move = root_moves_[gumbel_.Pick(root.raw_value, root_stats_)];
  const std::span<const Edge> edges = tree_.EdgesOf(root);
  const auto edge = std::ranges::find(edges, move, &Edge::move);
  const auto pick = static_cast<size_t>(edge - edges.begin());
  if (pick < root.num_visited) return pick;
  tree_.BringForward(root, pick);
  return root.num_visited;
}

/// Returns the first visited move that has fewer visits than its forced playouts demand, if any.
std::optional<size_t> Search::FindForcedEdge() const {
  if (!HasForcedPlayouts()) return std::nullopt;
  const Node& root = tree_.root();
  const std::span<const Edge> edges = tree_.EdgesOf(root);
  const auto total = static_cast<float>(root.visits - 1);
  for (size_t i = 0; i < root.num_visited; ++i) {
    const Node& child = tree_.ChildOf(edges[i]);
    if (config_.prove && child.proof == Proof::kWin) continue;  // refuted
    const auto visits = static_cast<float>(child.visits + child.in_flight);
    if (visits < ForcedVisits(config_.forced_playouts, edges[i].prior(), total)) return i;
  }
  return std::nullopt;
}

/// Fills in the improved policy, the root's value under it, and the winner.
void Search::FillGumbelPolicy(SearchResult* result) const {
  const float raw_value = tree_.root().raw_value;
  LookAtRoot(root_priors_);
  const float mixed = MixedValue(raw_value, root_stats_);
  root_policy_.resize(root_stats_.size());
  ImprovedLogits(config_.gumbel, mixed, root_stats_, root_policy_);
  Softmax(root_policy_);
  result->value = 0;
  for (size_t i = 0; i < root_stats_.size(); ++i) {
    result_policy_[i] = static_cast<uint32_t>(std::lround(root_policy_[i] * kPolicyOne));
    result->value += root_policy_[i] * (root_stats_[i].visits > 0 ? root_stats_[i].value : mixed);
  }
  result->best = root_moves_[gumbel_.Winner(raw_value, root_stats_)];
}

/// Prunes by the scores that the search selected by, which include the adjustment for game length.
void Search::FillPrunedPolicy() const {
  LookAtRoot(shaped_priors_);
  const Node& root = tree_.root();
  const float worth = WorthOfAPly(root);
  for (const Edge& edge : tree_.EdgesOf(root).first(root.num_visited)) {
    root_stats_[RootIndexOf(edge.move())].value +=
        ValueOfLength(config_.moves_left, worth, root, tree_.ChildOf(edge));
  }
  PruneForced(config_.forced_playouts, Exploration(config_, root.visits), root_stats_,
              result_policy_);
}

}  // namespace raichi
