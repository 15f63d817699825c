// The result of a search: the statistics of its root and the move to play.

#include <cmath>

#include "base/check.h"
#include "mcts/search/move_choice.h"
#include "mcts/search/search.h"

namespace raichi {

/// Collects the results of the root's moves in the order of `root_moves_`; edges are ordered by
/// their first visits.
void Search::FillResult() const {
  const Node& root = tree_.root();
  const size_t count = root.num_edges > 0 ? root_moves_.size() : 0;
  candidates_.resize(count);
  result_visits_.resize(count);
  result_values_.resize(count);
  result_proofs_.resize(count);
  for (const Edge& edge : tree_.EdgesOf(root)) {
    const size_t index = RootIndexOf(edge.move());
    const Candidate candidate = CandidateOf(tree_, edge, config_.prove);
    candidates_[index] = candidate;
    result_visits_[index] = candidate.visits;
    result_values_[index] = candidate.value;
    result_proofs_[index] = candidate.proof;
  }
}

size_t Search::BestIndex() const {
  size_t best = 0;
  for (size_t i = 1; i < candidates_.size(); ++i) {
    if (IsBetter(candidates_[i], candidates_[best])) best = i;
  }
  return best;
}

/// Fills in the best move and the policy target, and for a proven root also the visits.
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
  result.moves_left = KnowsMovesLeft(root) ? root.moves_left : 0;
  result.proof = config_.prove ? root.proof : Proof::kNone;
  result.plies_to_end = root.plies_to_end;
  result.raw_value = root.raw_value;
  if (!candidates_.empty()) FillPolicy(&result);
  result.moves = {root_moves_.data(), candidates_.size()};
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
