#include "mcts/search/search.h"

#include <algorithm>

#include "base/error.h"
#include "mcts/search/puct.h"
#include "mcts/search/root_moves.h"
#include "mcts/search/tactics.h"
#include "mcts/search/tree.h"

namespace raichi {

void Descent::WalkToLeaf(int root_ply) {
  const std::span<const Move> walked = walk.moves().subspan(static_cast<size_t>(root_ply));
  const auto [end, unused] =
      std::mismatch(moves.begin(), moves.end(), walked.begin(), walked.end());
  walk.Rewind(root_ply + static_cast<int>(end - moves.begin()));
  for (auto move = end; move != moves.end(); ++move) walk.Play(*move);
}

Descent& PendingLeaves::NextDescent(const Game& root) {
  if (descents_.size() == requests_.size()) {
    descents_.push_back(std::make_unique<Descent>(Descent{{}, {}, root, {}}));
  }
  return *descents_[requests_.size()];
}

void PendingLeaves::Add() {
  const Descent& descent = *descents_[requests_.size()];
  requests_.push_back({&descent.walk, {descent.leaf_moves.data(), descent.leaf_moves.size()}});
}

void PendingLeaves::Mark(std::span<const uint32_t> path, Tree* tree) {
  for (const uint32_t index : path) ++tree->node(index).in_flight;
  marked_.insert(marked_.end(), path.begin(), path.end());
}

void PendingLeaves::Clear(Tree* tree) {
  for (const uint32_t index : marked_) --tree->node(index).in_flight;
  marked_.clear();
  requests_.clear();
}

void PendingLeaves::SetGame(const Game& root) {
  for (const auto& descent : descents_) descent->walk = root;
}

void PendingLeaves::Play(int root_ply, Move move) {
  for (const auto& descent : descents_) {
    descent->walk.Rewind(root_ply);
    descent->walk.Play(move);
  }
}

// Simulations: descents from the root to leaves, and their evaluations.

namespace {

constexpr int kEvaluationsPerVisit = 2;
constexpr size_t kNodesPerVisit = 16;
constexpr size_t kMaxMoves = size_t{4} * kMaxBoardSize * kMaxBoardSize;

// A node counts descents in one byte. In addition to the pending leaves there may be as many
// collisions.
static_assert(2 * kMaxInFlight <= UINT8_MAX);

/// Returns the result of a finished game, for the side to move.
Proof ProofOf(const Game& end) {
  if (end.result() == WinFor(end.to_move())) return Proof::kWin;
  return end.result() == Result::kDraw ? Proof::kDraw : Proof::kLoss;
}

}  // namespace

bool Search::IsDone() const {
  if (game_.IsOver()) return true;
  const Node& root = tree_.root();
  if (root.num_edges == 0) return false;
  if (config_.prove && root.proof != Proof::kNone) return true;
  const auto visits = static_cast<size_t>(std::max(budget_.visits, 0));
  return root.visits + pending_.size() > visits ||
         evaluations_ > kEvaluationsPerVisit * budget_.visits ||
         tree_.num_nodes() - nodes_at_start_ > kNodesPerVisit * visits + kMaxMoves;
}

const LeafRequest* Search::SelectLeaf() {
  RAICHI_CHECK(budget_.in_flight == 1);
  const std::span<const LeafRequest> leaves = SelectLeaves();
  return leaves.empty() ? nullptr : leaves.data();
}

std::span<const LeafRequest> Search::SelectLeaves() {
  if (pending_.empty()) SelectMore();
  return pending_.requests();
}

/// Descends until enough leaves are pending, the search is done or too many descents collided, that
/// is, ended at a leaf that was already pending. Colliding descents stay marked like the others, so
/// that the next descent takes another path.
void Search::SelectMore() {
  auto wanted = static_cast<size_t>(budget_.in_flight);
  // A small tree holds too little information to direct many descents at once.
  if (config_.visits_per_leaf > 0 && !HasGumbelRoot()) {
    const auto step = static_cast<uint32_t>(config_.visits_per_leaf);
    wanted = std::min<size_t>(wanted, 1 + tree_.root().visits / step);
  }
  size_t collisions = 0;
  while (pending_.size() < wanted && collisions < wanted && !IsDone()) {
    Descent& descent = pending_.NextDescent(game_);
    if (!Descend(&descent)) break;
    const Node& leaf = tree_.node(descent.path.back());
    const bool is_collision = leaf.in_flight > 0 && leaf.IsNew();
    if (is_collision) {
      ++collisions;
    } else if (ExploreLeaf(&descent)) {
      pending_.Add();
    } else {
      continue;
    }
    if (wanted > 1) pending_.Mark(descent.path, &tree_);
  }
}

/// Descends from the root to a leaf: a new node, the end of a game or a proven node. Returns false
/// if the root must wait for the pending leaves.
bool Search::Descend(Descent* descent) {
  descent->path.assign(1, Tree::kRoot);
  descent->moves.clear();
  while (true) {
    const uint32_t index = descent->path.back();
    const Node& node = tree_.node(index);
    if (node.num_edges == 0 || node.proof != Proof::kNone) return true;
    const std::optional<size_t> pick =
        index == Tree::kRoot ? PickRootEdge() : PickEdge(node, config_.fpu_reduction);
    if (!pick) return false;
    descent->moves.push_back(tree_.EdgesOf(node)[*pick].move());
    const uint32_t child =
        *pick < node.num_visited ? tree_.EdgesOf(node)[*pick].child() : tree_.AddChild(index);
    descent->path.push_back(child);
  }
}

size_t Search::PickEdge(const Node& node, float fpu_reduction) const {
  return PickByPuct(config_, tree_, node,
                    {.fpu_reduction = fpu_reduction,
                     .worth_of_a_ply = WorthOfAPlyAt(node),
                     .in_flight = !pending_.empty()});
}

float Search::WorthOfAPlyAt(const Node& node) const {
  return knows_moves_left_ ? WorthOfAPly(config_.moves_left, node.value) : 0;
}

/// Examines the leaf at the end of the path. Returns true if it needs an evaluation; otherwise
/// backs up its known value.
bool Search::ExploreLeaf(Descent* descent) {
  Node& leaf = tree_.node(descent->path.back());
  if (leaf.IsNew()) {
    descent->WalkToLeaf(game_.ply());
    const Game& walk = descent->walk;
    if (walk.IsOver()) {
      leaf.proof = ProofOf(walk);
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
  const float draw = leaf.proof == Proof::kDraw ? 1.0f : 0.0f;
  UpdatePath(descent->path, Visit(ValueOf(leaf.proof), draw, plies), config_.prove, &tree_);
  return false;
}

/// Makes a move that draws by repetition the first that is visited from a node without visited
/// moves, if the side to move is worse there, so that the draw is good for it. The network does not
/// know which moves repeat a position, and its prior for the move may be so small that no search
/// would visit it.
void Search::BringDrawForward(const Game& game, std::span<const Move> moves, uint32_t node) {
  const Node& place = tree_.node(node);
  if (!config_.prove || place.raw_value >= 0 || place.num_visited > 0) return;
  const Move draw = game.DrawByRepetition(moves);
  if (draw.IsNone()) return;
  const auto edges = tree_.EdgesOf(place);
  const auto edge = std::ranges::find(edges, draw, &Edge::move);
  tree_.BringForward(place, static_cast<size_t>(edge - edges.begin()));
}

void Search::Answer(std::span<const Evaluation> evaluations) {
  RAICHI_CHECK(!evaluations.empty() && evaluations.size() == pending_.size());
  for (size_t i = 0; i < evaluations.size(); ++i) {
    AnswerLeaf(pending_.descent(i), evaluations[i]);
  }
  pending_.Clear(&tree_);
}

/// Gives a leaf its evaluation. If a node on its path was refuted or proven in the meantime, the
/// evaluation is discarded and the leaf stays new.
void Search::AnswerLeaf(const Descent& descent, const Evaluation& evaluation) {
  const uint32_t leaf = descent.path.back();
  const MoveList& moves = descent.leaf_moves;
  RAICHI_CHECK(evaluation.priors.size() == moves.size());
  const auto is_proven = [this](uint32_t index) {
    return config_.prove && tree_.node(index).proof != Proof::kNone;
  };
  if (std::ranges::any_of(descent.path, is_proven)) return;
  tree_.node(leaf).raw_value = evaluation.Value();
  knows_moves_left_ |= evaluation.moves_left > 0;
  std::span<const float> priors = evaluation.priors;
  if (config_.policy_temperature != 1) {
    priors_.assign(priors.begin(), priors.end());
    ApplyPolicyTemperature(config_.policy_temperature, priors_);
    priors = priors_;
  }
  if (leaf == Tree::kRoot) {
    ExpandRoot(moves, priors);
  } else {
    tree_.Expand(leaf, {moves.data(), moves.size()}, priors);
  }
  BringDrawForward(descent.walk, {moves.data(), moves.size()}, leaf);
  UpdatePath(descent.path, Visit(evaluation.Value(), evaluation.draw, evaluation.moves_left),
             config_.prove, &tree_);
}

}  // namespace raichi
