#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "mcts/search/candidate.h"
#include "mcts/search/descent.h"
#include "mcts/search/gumbel.h"
#include "mcts/search/proof.h"
#include "mcts/search/search_config.h"
#include "mcts/search/tree.h"
#include "rules/game.h"
#include "rules/rng.h"

namespace raichi {

/// Weight of a policy target that is a probability of 1.
inline constexpr int kPolicyOne = 65536;

/// What a search found at its root. Spans point into the search and hold until it goes on.
///
/// The visits sum to the budget. Moves proven to lose have none (what they had was given back and
/// spent on the others), and a proven root has them all on its best move. They sum to less only if
/// the search had to stop because its proofs kept taking visits back (see `Search`).
///
/// The policy target is the visits, unless the root explored in another way: less the visits that
/// were forced (`SearchConfig::forced_playouts`), or a Gumbel root's improved policy, in units of
/// 1 / kPolicyOne. A proven root's is all on its best move in any case.
struct SearchResult {
  std::span<const Move> moves;       // legal moves, in the order of GenerateMoves
  std::span<const uint32_t> visits;  // of each move's subtree, in this search's budget or reused
  std::span<const float> values;  // mean value of each for the root's side to move; NaN unvisited
  std::span<const Proof> proofs;  // proven result of each for the root's side to move
  std::span<const uint32_t> policy;  // target: the weight of each move
  float value = 0;  // mean value of the root, for the side to move; a Gumbel root's moves' values
                    // under its improved policy
  float draw = 0;   // mean draw probability
  float moves_left = 0;        // mean plies to the end, 0 if unknown
  Proof proof = Proof::kNone;  // of the root, for the side to move
  int plies_to_end = 0;        // where proven: plies to the end under best play
  float raw_value = 0;         // the evaluator's value of the root; 1 if a win needed none
  Move best;                   // the move to play without temperature; a Gumbel root's winner
};

/// A search over one tree: owns its game, its tree and its random stream, never blocks, never calls
/// the network and, once warm, allocates only where a tree outgrows what is common. PUCT as in
/// AlphaZero (Silver et al. 2018) with first-play urgency by reduction (lc0), KataGo's root shaping
/// (Wu 2019) and proven values (Winands et al. 2008, MCTS-Solver; here the tree also forgets what
/// it saw below refuted moves, see `Node`).
///
///   search.Start(budget);
///   while (const LeafRequest* leaf = search.SelectLeaf()) search.Backup(Evaluate(*leaf));
///   search.Play(search.ChooseMove());
///
/// A lone search fills a batch by having several leaves in flight (`SearchBudget::in_flight`,
/// `SelectLeaves`): paths to leaves that wait look visited more often, and worse, than they are
/// (virtual loss: Chaslot et al. 2008; only the visits: Liu et al. 2020, WU-UCT), so that the next
/// goes elsewhere. It then depends on which leaves were in flight together, and on nothing else.
///
/// Bounds: a `Start` asks for at most 2 * visits + 1 evaluations and adds at most
/// 16 * visits + 1444 nodes of 32 bytes; it needs more than visits + 1 evaluations only where
/// subtrees turn out to be refuted.
class Search {
 public:
  Search(const SearchConfig& config, Game game, uint64_t seed);

  /// The game at the root, whatever leaf is pending.
  const Game& game() const { return game_; }
  const SearchConfig& config() const { return config_; }
  /// Begins to think about the current position, on the subtree kept from the last move.
  void Start(const SearchBudget& budget);
  /// The next leaf to evaluate; backs up terminal and proven leaves on the way. Null once the
  /// budget is spent, the root is proven or the game is over. Until `Backup`, returns the same leaf
  /// again. Its game is the search's own and moves on with it.
  const LeafRequest* SelectLeaf();
  /// Answers the last `SelectLeaf()`.
  void Backup(const Evaluation& leaf) { Backup(std::span(&leaf, 1)); }
  /// The same with several leaves: the next 1 to `in_flight` of them, all different; none once the
  /// search is done. Until `Backup`, returns the same leaves again.
  std::span<const LeafRequest> SelectLeaves();
  /// Answers the last `SelectLeaves()`, in its order.
  void Backup(std::span<const Evaluation> leaves);
  /// What the search found since `Start`; no moves if the root was not evaluated.
  SearchResult Result() const;
  /// The move to play: proven wins first (the shortest), never a proven loss if there is another
  /// move; else a Gumbel root's winner, or by policy target under `MoveTemperature` at the game's
  /// ply.
  Move ChooseMove();
  /// Plays a legal move; keeps its subtree where the configuration says so.
  void Play(Move move);
  /// Forgets what was searched; the game stays where it is.
  void Forget();
  /// Takes up another game; forgets the tree, keeps the memory that searches commonly need.
  void Reset(const Game& game, uint64_t seed);

  const Tree& tree() const { return tree_; }
  /// Whether a node of the tree says how far the end is: the evaluator never does that was not
  /// taught it.
  bool KnowsMovesLeft(const Node& node) const {
    return knows_moves_left_ || node.proof != Proof::kNone;
  }
  /// Memory of the tree and of the one it is copied to, used or not, in bytes.
  size_t HeldBytes() const { return tree_.CapacityBytes() + spare_tree_.CapacityBytes(); }

 private:
  /// What a simulation changes in a node: its visits and the sums of the values below it.
  struct Change {
    float visits, value, draw, moves_left;
  };

  // Simulation (search.cc).
  bool IsDone() const;
  void Descend(Descent* descent);
  size_t PickEdge(const Node& node, float fpu_reduction) const;
  float WorthOfAPly(const Node& node) const;
  template <bool kShared>
  size_t BestEdge(const Node& node, float fpu_reduction) const;
  bool ExploreLeaf(Descent* descent);
  void WalkToLeaf(Descent* descent) const;
  static void MarkEnd(const Game& end, Node* leaf);
  void BackUp(std::span<const uint32_t> path, Change change);
  bool Prove(Node* node) const;
  static Change SumsOf(const Node& node);
  static Change ForParent(const Change& change);

  // Leaves in flight (search_leaves.cc).
  void Gather();
  Descent& FreeDescent();
  void Mark(std::span<const uint32_t> path);
  void Land();
  void Answer(const Descent& descent, const Evaluation& evaluation);

  // The root (search_root.cc).
  void Reserve();
  void LoadRoot();
  void ShapeRoot();
  void ExpandRoot(const MoveList& moves, std::span<const float> priors);
  void ProveRoot(const MoveList& moves, Move win);
  size_t RootIndexOf(Move move) const;

  // How a noisy root explores, and what it teaches (search_policy.cc).
  bool HasGumbelRoot() const { return config_.root == RootRule::kGumbel && budget_.noise; }
  bool HasForcedPlayouts() const {
    return !HasGumbelRoot() && budget_.noise && config_.forced_playouts > 0;
  }
  void BeginGumbel();
  size_t PickRootEdge();
  size_t PickGumbelEdge();
  std::optional<size_t> FindForcedEdge() const;
  void LookAtRoot(std::span<const float> priors) const;
  void FillGumbelPolicy(SearchResult* result) const;
  void FillPrunedPolicy() const;

  // The answer (search_result.cc).
  void FillResult() const;
  void FillPolicy(SearchResult* result) const;
  size_t BestIndex() const;

  SearchConfig config_;
  SearchBudget budget_;
  Rng rng_;
  Game game_;  // at the root
  Tree tree_, spare_tree_;
  size_t common_nodes_ = 0, common_edges_ = 0;  // the most that Reserve asked for

  std::vector<std::unique_ptr<Descent>> descents_;  // the first to the leaves in flight
  std::vector<LeafRequest> leaves_;                 // in flight
  std::vector<uint32_t> marked_;                    // nodes, as often as they count as in flight
  int evaluations_ = 0;                             // since Start
  size_t nodes_at_start_ = 0;
  bool knows_moves_left_ = false;  // whether the evaluator ever said more than 0

  bool is_root_loaded_ = false;  // whether the next two are the root's
  MoveList root_moves_;
  std::vector<float> root_priors_;  // the evaluator's, one per move
  std::vector<float> shaped_priors_;

  GumbelRoot gumbel_;
  std::vector<int> visits_at_start_;  // of a Gumbel root's moves
  mutable std::vector<RootMove> root_stats_;
  mutable std::vector<float> root_policy_;

  mutable std::vector<Candidate> candidates_;    // the root's moves
  mutable std::vector<uint32_t> result_visits_;  // what Result() points to
  mutable std::vector<uint32_t> result_policy_;
  mutable std::vector<float> result_values_;
  mutable std::vector<Proof> result_proofs_;
};

}  // namespace raichi
