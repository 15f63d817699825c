#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "rules/board/types.h"

namespace raichi {

/// A result that is certain under best play, from the perspective of the side to move in the
/// position it belongs to.
enum class Proof : uint8_t { kNone, kWin, kDraw, kLoss };

/// Returns the same result from the perspective of the other side.
constexpr Proof ForOpponent(Proof proof) {
  return proof == Proof::kWin ? Proof::kLoss : proof == Proof::kLoss ? Proof::kWin : proof;
}

/// Returns the value in [-1, 1] of a proven result, from the same perspective; 0 for `kNone`.
constexpr float ValueOf(Proof proof) {
  return proof == Proof::kWin ? 1.0f : proof == Proof::kLoss ? -1.0f : 0.0f;
}

/// A move from a node: its prior and, once it has been visited, the node that it leads to. Takes
/// eight bytes.
class Edge {
 public:
  Edge() = default;
  Edge(Move move, float prior) : move_(move) { set_prior(prior); }

  Move move() const { return move_; }
  uint32_t child() const { return child_; }  // 0 until visited; the root is never a child
  void set_child(uint32_t child) { child_ = child; }

  /// Priors in [0, 1] are stored as floats of five exponent and eleven mantissa bits, rounded to
  /// nearest (lc0's format). Codes are ordered like the priors they represent.
  uint16_t prior_code() const { return prior_; }
  float prior() const { return std::bit_cast<float>(uint32_t{prior_} << 12 | kExponents); }
  void set_prior(float prior) {
    constexpr int32_t kHalf = 1 << 11;
    const int32_t code = std::bit_cast<int32_t>(prior) - int32_t{kExponents} + kHalf;
    prior_ = static_cast<uint16_t>(code < 0 ? 0 : code >> 12);
  }

 private:
  static constexpr uint32_t kExponents = 3u << 28;  // exponent bits of 2^-31, which represents 0

  Move move_;
  uint16_t prior_ = 0;
  uint32_t child_ = 0;
};
static_assert(sizeof(Edge) == 8);

/// A visited position in the tree. Values are from the perspective of its side to move.
///
/// The statistics of a node are means over the evaluations below it, except those below moves that
/// turned out to lose: once a child is proven won for the side to move in it, everything that came
/// through it is subtracted from its parent. So, unless the node is proven,
///   visits = 1 + sum of the visits of its children that are not proven won.
struct Node {
  uint32_t first_edge = 0;
  uint16_t num_edges = 0;    // 0 if new, the end of the game, or proven when first reached
  uint16_t num_visited = 0;  // number of edges with children; they come first
  uint32_t visits = 0;
  float value = 0;       // mean, in [-1, 1]; exact once proven
  float draw = 0;        // mean draw probability
  float moves_left = 0;  // mean plies to the end of the game; equals `plies_to_end` once proven
  float raw_value = 0;   // the evaluator's value
  uint16_t plies_to_end = 0;  // if proven: under best play (the fastest win, the slowest loss)
  Proof proof = Proof::kNone;
  uint8_t in_flight = 0;  // number of pending descents that pass through it

  bool IsNew() const { return visits == 0; }
};
static_assert(sizeof(Node) == 32);

/// The nodes and edges of a search in two flat arrays, which only grow and are addressed by index.
/// A move takes up only an edge until it is visited. Because an unvisited move's score grows with
/// its prior, only the one with the highest prior can be selected; it is the first of a node's
/// unvisited edges, unless `BringForward` chose another one.
class Tree {
 public:
  static constexpr uint32_t kRoot = 0;

  /// Creates a tree that contains only a new root.
  Tree() { Clear(); }
  void Clear();
  /// Reserves room for this many additional nodes and edges.
  void ReserveMore(size_t nodes, size_t edges);
  /// Empties the tree. Also releases its memory if its capacity exceeds this many nodes or edges.
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

  /// Adds edges to a node that has none. `priors` and `moves` have the same size.
  void Expand(uint32_t node, std::span<const Move> moves, std::span<const float> priors);
  /// Creates the child for the unvisited move with the highest prior and returns its index. There
  /// must be an unvisited move.
  uint32_t AddChild(uint32_t node);
  /// Makes the unvisited move at index `edge` the one that the next `AddChild` visits.
  void BringForward(const Node& node, size_t edge) {
    std::swap(edges_[node.first_edge + node.num_visited], edges_[node.first_edge + edge]);
  }
  /// Moves the best unvisited move to the front again after priors have changed.
  void BringBestForward(const Node& node);
  /// Makes `root` the root and discards everything that is not below it. Copies breadth-first into
  /// `spare` and swaps with it (Cheney 1970), which needs no recursion and no memory beyond the two
  /// trees.
  void Reroot(uint32_t root, Tree* spare);

  /// Returns the memory in use; `CapacityBytes` returns the memory held. Both are in bytes.
  size_t Bytes() const { return nodes_.size() * sizeof(Node) + edges_.size() * sizeof(Edge); }
  size_t CapacityBytes() const {
    return nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge);
  }

 private:
  void CopyFrom(const Tree& from, uint32_t root);

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
};

/// A change to a node: to its visits and to the sums over the evaluations below it.
struct Change {
  float visits, value, draw, moves_left;
};

/// Returns the change of one visit with these results.
inline Change Visit(float value, float draw, float moves_left) {
  return {1, value, draw, moves_left};
}

/// Applies a change of the leaf to every node on its path from the root. Each node receives the
/// change from the perspective of its own side to move.
///
/// If `prove`, a proven leaf may prove the nodes above it. The value of a proven node becomes
/// exact. When a node is proven won, everything that its parent received through it is subtracted
/// again, because the move to it is refuted.
void UpdatePath(std::span<const uint32_t> path, Change change, bool prove, Tree* tree);

}  // namespace raichi
