#include "mcts/search/tree.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

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

}  // namespace raichi
