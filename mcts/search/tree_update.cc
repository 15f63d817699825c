#include "mcts/search/tree_update.h"

#include <algorithm>
#include <array>

namespace raichi {
namespace {

/// Returns the weight of all evaluations below a node. Without spreads, each has the weight 1.
template <bool kSpread>
float WeightOf(const Tree& tree, const Node& node) {
  if constexpr (kSpread) return static_cast<float>(tree.SpreadOf(node).weight);
  return static_cast<float>(node.visits);
}

template <bool kSpread>
float WeightOf(const Change& change) {
  return kSpread ? static_cast<float>(change.weight) : change.visits;
}

template <bool kSpread>
Change SumsOf(const Tree& tree, const Node& node) {
  const float w = WeightOf<kSpread>(tree, node);
  Change sums{
      static_cast<float>(node.visits), w * node.value, w * node.draw, w * node.moves_left, 0, 0};
  if constexpr (kSpread) {
    sums.weight = tree.SpreadOf(node).weight;
    sums.squares = w * tree.SpreadOf(node).squares;
  }
  return sums;
}

Change Difference(const Change& after, const Change& before) {
  return {after.visits - before.visits,   after.value - before.value,
          after.draw - before.draw,       after.moves_left - before.moves_left,
          after.squares - before.squares, after.weight - before.weight};
}

/// Converts a change to the parent's perspective: the other side to move and one ply earlier. This
/// is the only place where values are negated on their way up.
template <bool kSpread>
Change ForParent(const Change& change) {
  Change parent = change;
  parent.value = -change.value;
  parent.moves_left = change.moves_left + WeightOf<kSpread>(change);
  return parent;
}

/// Returns true if `node` is proven, given that one of its children is; if so, records the proof in
/// the node.
bool Prove(const Tree& tree, Node* node) {
  if (node->num_edges > 0) {
    std::array<int, 4> plies = {-1, -1, -1, -1};  // indexed by result for the side to move
    for (const Edge& edge : tree.EdgesOf(*node).first(node->num_visited)) {
      const Node& child = tree.ChildOf(edge);
      int& extreme = plies[static_cast<size_t>(ForOpponent(child.proof))];
      const bool is_win = child.proof == Proof::kLoss;
      const int length = child.plies_to_end + 1;
      extreme = is_win && extreme >= 0 ? std::min(extreme, length) : std::max(extreme, length);
    }
    const auto has = [&](Proof proof) { return plies[static_cast<size_t>(proof)] >= 0; };
    if (has(Proof::kWin)) {
      node->proof = Proof::kWin;
    } else if (node->num_visited == node->num_edges && !has(Proof::kNone)) {
      node->proof = has(Proof::kDraw) ? Proof::kDraw : Proof::kLoss;
    } else {
      return false;
    }
    node->plies_to_end = static_cast<uint16_t>(plies[static_cast<size_t>(node->proof)]);
  }
  node->value = ValueOf(node->proof);
  node->draw = node->proof == Proof::kDraw ? 1.0f : 0.0f;
  node->moves_left = node->plies_to_end;
  return true;
}

template <bool kSpread>
void Update(std::span<const uint32_t> path, Change change, bool prove, Tree* tree) {
  bool may_prove = prove && tree->node(path.back()).proof != Proof::kNone;
  for (size_t i = path.size(); i-- > 0;) {
    Node& node = tree->node(path[i]);
    const Change before = SumsOf<kSpread>(*tree, node);
    node.visits += static_cast<uint32_t>(static_cast<int32_t>(change.visits));
    if constexpr (kSpread) tree->spread(path[i]).weight += change.weight;
    const float added = WeightOf<kSpread>(change);
    const float share = 1 / WeightOf<kSpread>(*tree, node);
    node.value += (change.value - added * node.value) * share;
    node.draw += (change.draw - added * node.draw) * share;
    node.moves_left += (change.moves_left - added * node.moves_left) * share;
    if constexpr (kSpread) {
      float& squares = tree->spread(path[i]).squares;
      squares += (change.squares - added * squares) * share;
    }
    if (may_prove) may_prove = Prove(*tree, &node);
    if (may_prove) {
      if constexpr (kSpread) tree->spread(path[i]).squares = node.value * node.value;
      const Change after = node.proof == Proof::kWin ? Change{} : SumsOf<kSpread>(*tree, node);
      change = Difference(after, before);
    }
    change = ForParent<kSpread>(change);
  }
}

}  // namespace

void UpdatePath(std::span<const uint32_t> path, Change change, bool prove, Tree* tree) {
  if (tree->keeps_spread()) {
    Update<true>(path, change, prove, tree);
  } else {
    Update<false>(path, change, prove, tree);
  }
}

}  // namespace raichi
