#include "mcts/search/tree_update.h"

#include <algorithm>
#include <array>

namespace raichi {
namespace {

Change SumsOf(const Node& node) {
  const auto n = static_cast<float>(node.visits);
  return {n, n * node.value, n * node.draw, n * node.moves_left};
}

Change Difference(const Change& after, const Change& before) {
  return {after.visits - before.visits, after.value - before.value, after.draw - before.draw,
          after.moves_left - before.moves_left};
}

/// Converts a change to the parent's perspective: the other side to move and one ply earlier. This
/// is the only place where values are negated on their way up.
Change ForParent(const Change& change) {
  return {change.visits, -change.value, change.draw, change.moves_left + change.visits};
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

}  // namespace

void UpdatePath(std::span<const uint32_t> path, Change change, bool prove, Tree* tree) {
  bool may_prove = prove && tree->node(path.back()).proof != Proof::kNone;
  for (size_t i = path.size(); i-- > 0;) {
    Node& node = tree->node(path[i]);
    const Change before = SumsOf(node);
    node.visits += static_cast<uint32_t>(static_cast<int32_t>(change.visits));
    const float share = 1 / static_cast<float>(node.visits);
    node.value += (change.value - change.visits * node.value) * share;
    node.draw += (change.draw - change.visits * node.draw) * share;
    node.moves_left += (change.moves_left - change.visits * node.moves_left) * share;
    if (may_prove) may_prove = Prove(*tree, &node);
    if (may_prove) {
      const Change after = node.proof == Proof::kWin ? Change{} : SumsOf(node);
      change = Difference(after, before);
    }
    change = ForParent(change);
  }
}

}  // namespace raichi
