#include "mcts/search/puct.h"

#include <limits>
#include <span>

namespace raichi {
namespace {

template <bool kInFlight>
size_t Pick(const SearchConfig& config, const Tree& tree, const Node& node,
            const PuctTerms& terms) {
  const std::span<const Edge> edges = tree.EdgesOf(node);
  const float exploration = Exploration(config, node.visits + (kInFlight ? node.in_flight : 0));
  const float worth = terms.worth_of_a_ply;
  float visited_prior = 0;
  float best_score = -std::numeric_limits<float>::infinity();
  size_t best = node.num_visited;
  for (size_t i = 0; i < node.num_visited; ++i) {
    const Node& child = tree.ChildOf(edges[i]);
    if (child.proof == Proof::kWin && config.prove) continue;  // refuted
    const float prior = edges[i].prior();
    visited_prior += prior;
    auto visits = static_cast<float>(child.visits);
    float value = child.IsNew() ? -node.value : child.value;
    if (kInFlight && child.in_flight > 0) {
      const auto in_flight = static_cast<float>(child.in_flight);
      visits += in_flight;
      value += config.virtual_loss * (1 - value) * in_flight / visits;
    }
    float score = exploration * prior / (1.0f + visits) - value;
    if (worth != 0 && !child.IsNew()) {
      score += ValueOfLength(config.moves_left, worth, node, child);
    }
    if (score > best_score) {
      best_score = score;
      best = i;
    }
  }
  if (node.num_visited == node.num_edges) return best;
  const float urgency = node.value - terms.fpu_reduction * std::sqrt(visited_prior);
  return urgency + exploration * edges[node.num_visited].prior() > best_score ? node.num_visited
                                                                              : best;
}

}  // namespace

size_t PickByPuct(const SearchConfig& config, const Tree& tree, const Node& node,
                  const PuctTerms& terms) {
  return terms.in_flight ? Pick<true>(config, tree, node, terms)
                         : Pick<false>(config, tree, node, terms);
}

}  // namespace raichi
