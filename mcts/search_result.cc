// What a search found: the statistics of its root and the move to play.

#include <cmath>
#include <limits>

#include "mcts/move_choice.h"
#include "mcts/search.h"
#include "rules/check.h"

namespace raichi {

/// Gathers the root's moves in their own order; edges are in the order of their first visits.
void Search::FillResult() const {
  const Node& root = tree_.root();
  const bool is_known = root.num_edges > 0;
  const size_t count = is_known ? root_moves_.size() : 0;
  result_moves_.assign(count, {nullptr, 0});
  result_visits_.assign(count, 0);
  result_values_.assign(count, std::numeric_limits<float>::quiet_NaN());
  result_proofs_.assign(count, Proof::kNone);
  const std::span<const Edge> edges = tree_.EdgesOf(root).first(is_known ? root.num_edges : 0);
  for (size_t i = 0; i < edges.size(); ++i) {
    const size_t index = RootIndexOf(edges[i].move());
    result_moves_[index].prior = edges[i].prior();
    if (i >= root.num_visited) continue;
    const Node& child = tree_.ChildOf(edges[i]);
    if (child.IsNew()) continue;  // its evaluation is pending
    result_moves_[index].child = &child;
    const Proof proof = config_.prove ? ForOpponent(child.proof) : Proof::kNone;
    result_proofs_[index] = proof;
    result_values_[index] = -child.value;
    result_visits_[index] = proof == Proof::kLoss ? 0 : child.visits;
  }
}

/// Whether the move `a` is rather played than `b`: by proof, then visits, value and prior.
bool Search::IsBetter(size_t a, size_t b) const {
  const auto rank = [](Proof proof) {
    return proof == Proof::kWin ? 2 : proof == Proof::kLoss ? 0 : 1;
  };
  const Proof proof = result_proofs_[a];
  if (rank(proof) != rank(result_proofs_[b])) return rank(proof) > rank(result_proofs_[b]);
  if (rank(proof) != 1) {
    const int plies = result_moves_[a].child->plies_to_end;
    const int other = result_moves_[b].child->plies_to_end;
    if (plies != other) return proof == Proof::kWin ? plies < other : plies > other;
  }
  if (result_visits_[a] != result_visits_[b]) return result_visits_[a] > result_visits_[b];
  if (result_visits_[a] > 0 && result_values_[a] != result_values_[b]) {
    return result_values_[a] > result_values_[b];
  }
  return result_moves_[a].prior > result_moves_[b].prior;
}

size_t Search::BestIndex() const {
  size_t best = 0;
  for (size_t i = 1; i < result_moves_.size(); ++i) {
    if (IsBetter(i, best)) best = i;
  }
  return best;
}

/// The best move and the policy target; a proven root's visits too.
void Search::FillPolicy(SearchResult* result) const {
  const size_t best = BestIndex();
  result->best = root_moves_[best];
  if (result->proof != Proof::kNone) {
    result_visits_.assign(result_visits_.size(), 0);
    result_visits_[best] = static_cast<uint32_t>(budget_.visits);
  }
  result_policy_ = result_visits_;
  if (result->proof != Proof::kNone) return;
  if (HasGumbelRoot()) FillGumbelPolicy(result);
  if (HasForcedPlayouts()) FillPrunedPolicy();
}

SearchResult Search::Result() const {
  FillResult();
  const Node& root = tree_.root();
  SearchResult result;
  result.value = root.value;
  result.draw = root.draw;
  result.moves_left = root.moves_left;
  result.proof = config_.prove ? root.proof : Proof::kNone;
  result.plies_to_end = root.plies_to_end;
  result.raw_value = root.raw_value;
  if (!result_moves_.empty()) FillPolicy(&result);
  result.moves = {root_moves_.data(), result_moves_.size()};
  result.visits = result_visits_;
  result.policy = result_policy_;
  result.values = result_values_;
  result.proofs = result_proofs_;
  return result;
}

Move Search::ChooseMove() {
  const SearchResult result = Result();
  RAICHI_CHECK(!result.moves.empty());
  bool has_policy = false;
  for (const uint32_t weight : result.policy) has_policy |= weight > 0;
  if (result.proof != Proof::kNone || HasGumbelRoot() || !has_policy) return result.best;
  const float temperature = TemperatureAt(config_.temperature, game_.ply());
  return result.moves[SampleByVisits(result.policy, temperature, &rng_)];
}

}  // namespace raichi
