#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "mcts/evaluator.h"
#include "mcts/search/gumbel.h"
#include "mcts/search/root_moves.h"
#include "mcts/search/search_config.h"
#include "mcts/search/tree.h"
#include "rules/game.h"

namespace raichi {

/// A path from the root to a leaf, kept until the leaf is evaluated.
struct Descent {
  std::vector<uint32_t> path;  // nodes, starting with the root
  std::vector<Move> moves;     // the moves between consecutive nodes of `path`
  Game walk;                   // the root's game, extended by the path to the last leaf
  MoveList leaf_moves;         // legal moves at the leaf

  /// Extends `walk` from the root, which is at `root_ply`, to the end of `moves`.
  void WalkToLeaf(int root_ply);
};

/// The leaves of a search that were handed out together and are not evaluated yet. Keeps the memory
/// of its descents for later leaves.
class PendingLeaves {
 public:
  bool empty() const { return requests_.empty(); }
  size_t size() const { return requests_.size(); }
  std::span<const LeafRequest> requests() const { return requests_; }
  /// Returns the descent to the `i`-th leaf.
  const Descent& descent(size_t i) const { return *descents_[i]; }

  /// Returns the descent to use for the next leaf. `root` is the game at the root.
  Descent& NextDescent(const Game& root);
  /// Adds the leaf at the end of `NextDescent`.
  void Add();
  /// Counts a pending descent in each node of its path (`Node::in_flight`).
  void Mark(std::span<const uint32_t> path, Tree* tree);
  /// Removes all leaves and their marks.
  void Clear(Tree* tree);
  /// Reserves memory for this many leaves.
  void Reserve(size_t leaves) { requests_.reserve(leaves); }

  /// Tells the descents that the root's game is now `root`.
  void SetGame(const Game& root);
  /// Tells the descents that `move` was played at the root, which was at `root_ply`.
  void Play(int root_ply, Move move);

 private:
  std::vector<std::unique_ptr<Descent>> descents_;  // the first ones lead to the pending leaves
  std::vector<LeafRequest> requests_;
  std::vector<uint32_t> marked_;  // nodes, each as often as it is counted in flight
};

/// Policy target weight that represents a probability of 1.
inline constexpr int kPolicyOne = 65536;

/// The outcome of a search at its root.
///
/// The visits sum to the budget, or to more if the part of the tree that `Play` kept has more.
/// Moves proven to lose have no visits: theirs are taken back and spent on other moves. A proven
/// root has all its visits on its best move. The sum is smaller than the budget only if the search
/// had to stop because proofs kept taking visits back (see `Search`).
///
/// The policy target is equal to the visits, with two exceptions. At a Gumbel root, the target is
/// the improved policy in units of 1 / kPolicyOne. If the root is proven, the target is always
/// entirely on its best move.
struct SearchResult {
  std::vector<Move> moves;       // legal moves, in the order of GenerateMoves
  std::vector<uint32_t> visits;  // of each move's subtree, kept ones included
  std::vector<float> values;     // mean value of each, for the side to move; NaN if unvisited
  std::vector<Proof> proofs;     // proven result of each, for the side to move
  std::vector<uint32_t> policy;  // policy target: the weight of each move
  float value = 0;  // mean value of the root, for the side to move; at a Gumbel root, the mean of
                    // its moves' values under the improved policy
  float draw = 0;   // mean draw probability
  float moves_left = 0;        // mean plies to the end, 0 if unknown
  Proof proof = Proof::kNone;  // of the root, for the side to move
  int plies_to_end = 0;        // if proven: plies to the end under best play
  float raw_value = 0;         // the evaluator's value of the root; 1 if a win needed no evaluation
  std::vector<float> priors;   // the evaluator's, of each move, with the policy temperature; empty
                               // if a win needed no evaluation
  Move best;  // the move to play without temperature; at a Gumbel root, the winner of sequential
              // halving
};

/// A search over one tree. Owns its game, its tree and its random stream. Never blocks and never
/// calls the evaluator itself. Once warm, allocates only for results and when a tree outgrows the
/// common size. Uses PUCT as in AlphaZero (Silver et al. 2018) with first-play urgency by reduction
/// (lc0), KataGo's root shaping (Wu 2019) and proven values (MCTS-Solver, Winands et al. 2008;
/// unlike there, the tree also discards the statistics below refuted moves, see `Node`).
///
///   search.Start(budget);
///   while (const LeafRequest* leaf = search.SelectLeaf()) search.Answer(Evaluate(*leaf));
///   search.Play(search.ChooseMove());
///
/// A single search can fill a batch by having several leaves in flight (`SearchBudget::in_flight`,
/// `SelectLeaves`). Nodes on the paths to pending leaves count as visited more often, and as worse,
/// than they are, so that the next descent takes another path (virtual loss: Chaslot et al. 2008;
/// counting only the visits: Liu et al. 2020, WU-UCT). The outcome then also depends on which
/// leaves were in flight together, but on nothing else.
///
/// At a Gumbel root leaves in flight change nothing: until the next halving the subtrees of the
/// considered moves are independent. The search hands out at most one leaf of each and halves only
/// when all are answered, so it finds what it finds with one leaf in flight.
///
/// Bounds: a `Start` requests at most 2 * visits + 1 evaluations and adds at most 16 * visits +
/// 1444 nodes of 32 bytes. It needs more than visits + 1 evaluations only if subtrees are refuted.
class Search {
 public:
  Search(const SearchConfig& config, Game game, uint64_t seed);

  /// Returns the game at the root, even while leaves are pending.
  const Game& game() const { return game_; }
  const SearchConfig& config() const { return config_; }
  /// Begins a search of the current position, starting from the subtree kept from the last move.
  void Start(const SearchBudget& budget);
  /// Returns the next leaf to evaluate, after backing up any terminal and proven leaves found on
  /// the way. Returns null once the budget is spent, the root is proven or the game is over.
  /// Returns the same leaf until `Answer` is called. The leaf's game belongs to the search and
  /// changes as it continues.
  const LeafRequest* SelectLeaf();
  /// Supplies the evaluation of the leaf that `SelectLeaf()` returned.
  void Answer(const Evaluation& leaf) { Answer(std::span(&leaf, 1)); }
  /// Returns the next 1 to `in_flight` leaves to evaluate, all different, or none once the search
  /// is done. Returns the same leaves until `Answer` is called.
  std::span<const LeafRequest> SelectLeaves();
  /// Supplies the evaluations of the leaves that `SelectLeaves()` returned, in the same order.
  void Answer(std::span<const Evaluation> leaves);
  /// Returns what the search has found since `Start`. It has no moves if the root was not
  /// evaluated, nor after `Play` before the next `Start`.
  SearchResult RootResult() const;
  /// Returns the move to play: the shortest proven win if there is one, and never a proven loss if
  /// there is another move. Otherwise returns a Gumbel root's winner, or samples from the policy
  /// target under the `MoveTemperature` of the game's ply.
  Move ChooseMove();
  /// Plays a legal move. Keeps its subtree if `SearchConfig::reuse_tree` is set.
  void Play(Move move);
  /// Discards the tree but keeps the game.
  void Forget();
  /// Switches to another game. Discards the tree but keeps the memory that searches commonly need.
  void Reset(const Game& game, uint64_t seed);

  const Tree& tree() const { return tree_; }
  /// Returns the visits of the root's moves, those of a kept subtree included. The evaluation of
  /// the root itself, which `tree().root().visits` counts, is left out.
  int Visits() const { return std::max(static_cast<int>(tree_.root().visits) - 1, 0); }
  /// Returns true if the node's `moves_left` is meaningful; evaluators without that head report 0.
  bool KnowsMovesLeft(const Node& node) const {
    return knows_moves_left_ || node.proof != Proof::kNone;
  }
  /// Returns the memory held by the tree and by its spare copy, used or not, in bytes.
  size_t HeldBytes() const { return tree_.CapacityBytes() + spare_tree_.CapacityBytes(); }

 private:
  // Simulations (search.cc).
  bool IsDone() const;
  void SelectMore();
  bool Descend(Descent* descent);
  size_t PickEdge(const Node& node, float fpu_reduction) const;
  float WorthOfAPlyAt(const Node& node) const;
  bool ExploreLeaf(Descent* descent);
  void AnswerLeaf(const Descent& descent, const Evaluation& evaluation);
  void BringDrawForward(const Game& game, std::span<const Move> moves, uint32_t node);

  // The root (search_root.cc).
  bool HasGumbelRoot() const { return config_.root == RootRule::kGumbel && budget_.noise; }
  void Reserve();
  void ShapeRoot();
  void ExpandRoot(const MoveList& moves, std::span<const float> priors);
  void ProveRoot(const MoveList& moves, Move win);
  std::optional<size_t> PickRootEdge();
  std::optional<size_t> PickGumbelEdge();

  // The result (search_result.cc).
  size_t FillMoves(SearchResult* result) const;
  void FillGumbelPolicy(SearchResult* result) const;

  SearchConfig config_;
  SearchBudget budget_;
  Rng rng_;
  Game game_;  // the game at the root
  Tree tree_, spare_tree_;
  size_t common_nodes_ = 0, common_edges_ = 0;  // the largest reservations so far

  PendingLeaves pending_;
  std::vector<float> priors_;  // of the last leaf, if there is a policy temperature
  int evaluations_ = 0;        // since Start
  size_t nodes_at_start_ = 0;
  bool knows_moves_left_ = false;  // whether the evaluator ever reported moves_left > 0

  RootMoves root_moves_;
  GumbelRoot gumbel_;
  std::vector<RootMove> gumbel_stats_;  // of the root's moves, for the next pick
};

}  // namespace raichi
