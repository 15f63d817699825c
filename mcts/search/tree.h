#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "mcts/search/proof.h"
#include "rules/board/types.h"

namespace raichi {

/// A move from a node: its prior and, once it has been visited, the node it leads to. Eight bytes.
class Edge {
 public:
  Edge() = default;
  Edge(Move move, float prior) : move_(move) { set_prior(prior); }

  Move move() const { return move_; }
  uint32_t child() const { return child_; }  // 0 until visited: the root is nobody's child
  void set_child(uint32_t child) { child_ = child; }

  /// Priors in [0, 1] are kept as floats of five exponent and eleven mantissa bits, rounded to the
  /// nearest (lc0's form). The code grows with the prior, so that codes compare like priors.
  uint16_t prior_code() const { return prior_; }
  float prior() const { return std::bit_cast<float>(uint32_t{prior_} << 12 | kExponents); }
  void set_prior(float prior) {
    constexpr int32_t kHalf = 1 << 11;
    const int32_t code = std::bit_cast<int32_t>(prior) - int32_t{kExponents} + kHalf;
    prior_ = static_cast<uint16_t>(code < 0 ? 0 : code >> 12);
  }

 private:
  static constexpr uint32_t kExponents = 3u << 28;  // of 2^-31, which stands for 0

  Move move_;
  uint16_t prior_ = 0;
  uint32_t child_ = 0;
};
static_assert(sizeof(Edge) == 8);

/// A position of the tree that was visited. Values are for the side to move in it.
///
/// What the search knows of a node is the mean over the evaluations below it, except those below
/// moves that turned out to lose: once a child is proven won for its side to move, its parent
/// takes back all that came through it. So, unless the node is proven,
///   visits = 1 + sum of the visits of its children that are not proven won.
struct Node {
  uint32_t first_edge = 0;
  uint16_t num_edges = 0;    // 0: new, the end of the game, or proven when it was reached
  uint16_t num_visited = 0;  // the first edges have children, the others not yet
  uint32_t visits = 0;
  float value = 0;            // mean, in [-1, 1]; exact once proven
  float draw = 0;             // mean draw probability
  float moves_left = 0;       // mean plies to the end of the game; `plies_to_end` once proven
  float raw_value = 0;        // the evaluator's
  uint16_t plies_to_end = 0;  // where proven: under best play (the fastest win, the slowest loss)
  Proof proof = Proof::kNone;
  uint8_t in_flight = 0;  // descents through it to leaves that wait for their evaluation

  bool IsNew() const { return visits == 0; }
};
static_assert(sizeof(Node) == 32);

/// The nodes and edges of a search in two flat arrays, which grow and never shrink: indices instead
/// of pointers, moves as priors until they are visited. An unvisited move's score grows with its
/// prior, so only the best of them is ever a candidate: it stands first among the unvisited ones.
class Tree {
 public:
  static constexpr uint32_t kRoot = 0;

  /// Empties the tree down to a new root.
  Tree() { Clear(); }
  void Clear();
  /// Makes room for so many more nodes and edges.
  void ReserveMore(size_t nodes, size_t edges);
  /// Empties the tree, and gives back its memory if it could hold more nodes or edges than these.
  void ClearAndTrim(size_t nodes, size_t edges);

  Node& node(uint32_t index) { return nodes_[index]; }
  const Node& node(uint32_t index) const { return nodes_[index]; }
  Node& root() { return nodes_[kRoot]; }
  const Node& root() const { return nodes_[kRoot]; }
  size_t num_nodes() const { return nodes_.size(); }
  size_t num_edges() const { return edges_.size(); }

  std::span<Edge> EdgesOf(const Node& node) {
    return {edges_.data() + node.first_edge, node.num_edges};
  }
  std::span<const Edge> EdgesOf(const Node& node) const {
    return {edges_.data() + node.first_edge, node.num_edges};
  }
  const Node& ChildOf(const Edge& edge) const { return nodes_[edge.child()]; }

  /// Gives a node without edges its moves. `priors` are as many as `moves`.
  void Expand(uint32_t node, std::span<const Move> moves, std::span<const float> priors);
  /// Makes a new node of the most likely unvisited move, which must exist. Returns its index.
  uint32_t AddChild(uint32_t node);
  /// Makes the edge-th move, which is unvisited, the next that `AddChild` visits.
  void BringForward(const Node& node, size_t edge) {
    std::swap(edges_[node.first_edge + node.num_visited], edges_[node.first_edge + edge]);
  }
  /// Restores the order of the unvisited moves after their priors changed.
  void BringBestForward(const Node& node);
  /// Makes `root` the root and forgets all that is not below it. Copies breadth-first into `spare`
  /// and swaps with it (Cheney 1970): no recursion, no memory beyond the two trees.
  void Reroot(uint32_t root, Tree* spare);

  /// In use, and held.
  size_t Bytes() const { return nodes_.size() * sizeof(Node) + edges_.size() * sizeof(Edge); }
  size_t CapacityBytes() const {
    return nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge);
  }

 private:
  void CopyFrom(const Tree& from, uint32_t root);

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
};

}  // namespace raichi
