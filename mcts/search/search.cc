#include "mcts/search/search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "mcts/search/puct.h"
#include "mcts/search/tactics.h"

namespace raichi {
namespace {

constexpr int kEvaluationsPerVisit = 2;
constexpr size_t kNodesPerVisit = 16;
constexpr size_t kMaxMoves = size_t{4} * kMaxBoardSize * kMaxBoardSize;

}  // namespace

bool Search::IsDone() const {
  if (game_.IsOver()) return true;
  const Node& root = tree_.root();
  if (root.num_edges == 0) return false;
  if (config_.prove && root.proof != Proof::kNone) return true;
  const auto visits = static_cast<size_t>(std::max(budget_.visits, 0));
  return root.visits + leaves_.size() > visits ||
         evaluations_ > kEvaluationsPerVisit * budget_.visits ||
         tree_.num_nodes() - nodes_at_start_ > kNodesPerVisit * visits + kMaxMoves;
}

/// Descends from the root to a leaf: a new node, the end of a game or a proven node.
void Search::Descend(Descent* descent) {
  descent->path.assign(1, Tree::kRoot);
  descent->moves.clear();
  while (true) {
    const uint32_t index = descent->path.back();
    const Node& node = tree_.node(index);
    if (node.num_edges == 0 || node.proof != Proof::kNone) return;
    const size_t pick =
        index == Tree::kRoot ? PickRootEdge() : PickEdge(node, config_.fpu_reduction);
    descent->moves.push_back(tree_.EdgesOf(node)[pick].move());
    const uint32_t child =
        pick < node.num_visited ? tree_.EdgesOf(node)[pick].child() : tree_.AddChild(index);
    descent->path.push_back(child);
  }
}

size_t Search::PickEdge(const Node& node, float fpu_reduction) const {
  return leaves_.empty() ? BestEdge<false>(node, fpu_reduction)
                         : BestEdge<true>(node, fpu_reduction);
}

float Search::WorthOfAPly(const Node& node) const {
  return knows_moves_left_ ? raichi::WorthOfAPly(config_.moves_left, node.value) : 0;
}

/// Returns the index of the edge with the greatest Q + U among all visited edges and the first
/// unvisited one. If `kShared`, other leaves are in flight, and descents to them count as visits
/// with the node's value so far or worse (`SearchConfig::virtual_loss`).
template <bool kShared>
size_t Search::BestEdge(const Node& node, float fpu_reduction) const {
  const std::span<const Edge> edges = tree_.EdgesOf(node);
  const float exploration = Exploration(config_, node.visits + (kShared ? node.in_flight : 0));
  const float worth = WorthOfAPly(node);
  float visited_prior = 0;
  float best_score = -std::numeric_limits<float>::infinity();
  size_t best = node.num_visited;
  for (size_t i = 0; i < node.num_visited; ++i) {
    const Node& child = tree_.ChildOf(edges[i]);
    if (child.proof == Proof::kWin && config_.prove) continue;  // refuted
    const float prior = edges[i].prior();
    visited_prior += prior;
    auto visits = static_cast<float>(child.visits);
    float value = child.IsNew() ? -node.value : child.value;
    if (kShared && child.in_flight > 0) {
      const auto in_flight = static_cast<float>(child.in_flight);
      visits += in_flight;
      value += config_.virtual_loss * (1 - value) * in_flight / visits;
    }
    float score = exploration * prior / (1.0f + visits) - value;
    if (worth != 0 && !child.IsNew()) {
      score += ValueOfLength(config_.moves_left, worth, node, child);
    }
    if (score > best_score) {
      best_score = score;
      best = i;
    }
  }
  if (node.num_visited == node.num_edges) return best;
  const float urgency = node.value - fpu_reduction * std::sqrt(visited_prior);
  return urgency + exploration * edges[node.num_visited].prior() > best_score ? node.num_visited
                                                                              : best;
}

/// Examines the leaf at the end of the path. Returns true if it needs an evaluation; otherwise
/// backs up its known value.
bool Search::ExploreLeaf(Descent* descent) {
  Node& leaf = tree_.node(descent->path.back());
  if (leaf.IsNew()) {
    WalkToLeaf(descent);
    const Game& walk = descent->walk;
    if (walk.IsOver()) {
      MarkEnd(walk, &leaf);
    } else {
      MoveList& moves = descent->leaf_moves;
      walk.LegalMoves(&moves);
      const Move win = config_.prove
                           ? WinInOne(walk.rules(), walk.position(), {moves.data(), moves.size()})
                           : Move();
      if (win.IsNone()) {
        ++evaluations_;
        return true;
      }
      if (descent->path.size() == 1) {
        ProveRoot(moves, win);
        return false;
      }
      leaf.proof = Proof::kWin;
      leaf.plies_to_end = 1;
    }
  }
  const auto plies = static_cast<float>(leaf.plies_to_end);
  BackUp(descent->path, {1, ValueOf(leaf.proof), leaf.proof == Proof::kDraw ? 1.0f : 0.0f, plies});
  return false;
}

/// Moves the descent's game from the last leaf to the new one.
void Search::WalkToLeaf(Descent* descent) const {
  Game& walk = descent->walk;
  const std::vector<Move>& moves = descent->moves;
  const std::span<const Move> walked = walk.moves().subspan(static_cast<size_t>(game_.ply()));
  const auto [end, unused] =
      std::mismatch(moves.begin(), moves.end(), walked.begin(), walked.end());
  walk.Rewind(game_.ply() + static_cast<int>(end - moves.begin()));
  for (auto move = end; move != moves.end(); ++move) walk.Play(*move);
}

void Search::MarkEnd(const Game& end, Node* leaf) {
  const bool is_won = end.result() == WinFor(end.to_move());
  const bool is_drawn = end.result() == raichi::Result::kDraw;
  leaf->proof = is_won ? Proof::kWin : is_drawn ? Proof::kDraw : Proof::kLoss;
}

Search::Change Search::SumsOf(const Node& node) {
  const auto n = static_cast<float>(node.visits);
  return {n, n * node.value, n * node.draw, n * node.moves_left};
}

/// Converts a change to the parent's perspective: the other side to move and one ply earlier. This
/// is the only place where values are negated on their way up.
Search::Change Search::ForParent(const Change& change) {
  return {change.visits, -change.value, change.draw, change.moves_left + change.visits};
}

/// Propagates a change of the leaf up the path. When a node becomes proven, its value becomes
/// exact. When a node is proven won, everything that its parent received through it is subtracted
/// again, because the move is refuted.
void Search::BackUp(std::span<const uint32_t> path, Change change) {
  bool may_prove = config_.prove && tree_.node(path.back()).proof != Proof::kNone;
  for (size_t i = path.size(); i-- > 0;) {
    Node& node = tree_.node(path[i]);
    const Change before = SumsOf(node);
    node.visits += static_cast<uint32_t>(static_cast<int32_t>(change.visits));
    const float share = 1 / static_cast<float>(node.visits);
    node.value += (change.value - change.visits * node.value) * share;
    node.draw += (change.draw - change.visits * node.draw) * share;
    node.moves_left += (change.moves_left - change.visits * node.moves_left) * share;
    if (may_prove) may_prove = Prove(&node);
    if (may_prove) {
      const Change after = node.proof == Proof::kWin ? Change{} : SumsOf(node);
      change = {after.visits - before.visits, after.value - before.value, after.draw - before.draw,
                after.moves_left - before.moves_left};
    }
    change = ForParent(change);
  }
}

/// Returns true if `node` is proven, given that one of its children is; if so, records the proof in
/// the node.
bool Search::Prove(Node* node) const {
  if (node->num_edges > 0) {
    std::array<int, 4> plies = {-1, -1, -1, -1};  // indexed by result for the side to move
    for (const Edge& edge : tree_.EdgesOf(*node).first(node->num_visited)) {
      const Node& child = tree_.ChildOf(edge);
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

}  // namespace raichi
