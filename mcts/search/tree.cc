#include "mcts/search/tree.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"

namespace raichi {
namespace {

template <typename T>
void Reserve(size_t size, std::vector<T>* vector) {
  if (size > vector->capacity()) vector->reserve(std::max(size, 2 * vector->capacity()));
}

}  // namespace

void Tree::Clear() {
  nodes_.assign(1, Node());
  edges_.clear();
}

void Tree::ClearAndTrim(size_t nodes, size_t edges) {
  if (nodes_.capacity() > nodes || edges_.capacity() > edges) *this = Tree();
  Clear();
}

void Tree::ReserveMore(size_t nodes, size_t edges) {
  Reserve(nodes_.size() + nodes, &nodes_);
  Reserve(edges_.size() + edges, &edges_);
}

void Tree::Expand(uint32_t index, std::span<const Move> moves, std::span<const float> priors) {
  RAICHI_CHECK(moves.size() == priors.size() && nodes_[index].num_edges == 0);
  Node& node = nodes_[index];
  node.first_edge = static_cast<uint32_t>(edges_.size());
  node.num_edges = static_cast<uint16_t>(moves.size());
  node.num_visited = 0;
  edges_.resize(edges_.size() + moves.size());
  Edge* edge = edges_.data() + node.first_edge;
  for (size_t i = 0; i < moves.size(); ++i) edge[i] = Edge(moves[i], priors[i]);
  BringBestForward(node);
}

void Tree::BringBestForward(const Node& node) {
  const std::span<Edge> rest = EdgesOf(node).subspan(node.num_visited);
  if (rest.size() < 2) return;
  uint16_t best_code = 0;
  for (const Edge& edge : rest) best_code = std::max(best_code, edge.prior_code());
  size_t best = 0;
  while (rest[best].prior_code() != best_code) ++best;
  std::swap(rest[0], rest[best]);
}

uint32_t Tree::AddChild(uint32_t index) {
  const auto child = static_cast<uint32_t>(nodes_.size());
  nodes_.emplace_back();
  Node& node = nodes_[index];
  RAICHI_CHECK(node.num_visited < node.num_edges);
  edges_[node.first_edge + node.num_visited].set_child(child);
  ++node.num_visited;
  BringBestForward(node);
  return child;
}

void Tree::Reroot(uint32_t root, Tree* spare) {
  spare->CopyFrom(*this, root);
  std::swap(nodes_, spare->nodes_);
  std::swap(edges_, spare->edges_);
}

void Tree::CopyFrom(const Tree& from, uint32_t root) {
  nodes_.assign(1, from.nodes_[root]);
  edges_.clear();
  // The copied nodes form the queue: the edges and children of those before `next` are already
  // copied.
  for (size_t next = 0; next < nodes_.size(); ++next) {
    const std::span<const Edge> edges = from.EdgesOf(nodes_[next]);
    nodes_[next].first_edge = static_cast<uint32_t>(edges_.size());
    edges_.insert(edges_.end(), edges.begin(), edges.end());
    Edge* copies = edges_.data() + nodes_[next].first_edge;
    const bool is_lost = nodes_[next].proof == Proof::kLoss;
    for (size_t i = 0; i < nodes_[next].num_visited; ++i) {
      Node child = from.ChildOf(copies[i]);
      // A losing move will not be played if there are others, so its proof is enough.
      if (child.proof == Proof::kWin && !is_lost) child.num_edges = child.num_visited = 0;
      copies[i].set_child(static_cast<uint32_t>(nodes_.size()));
      nodes_.push_back(child);
    }
  }
}

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
