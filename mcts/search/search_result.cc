// The result of a search: the statistics of its root, the policy target and the move to play.

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "mcts/search/gumbel.h"
#include "mcts/search/puct.h"
#include "mcts/search/root_moves.h"
#include "mcts/search/search.h"
#include "mcts/softmax.h"

namespace raichi {

SearchResult Search::RootResult() const {
  const Node& root = tree_.root();
  SearchResult result;
  result.value = root.value;
  result.draw = root.draw;
  result.moves_left = KnowsMovesLeft(root) ? root.moves_left : 0;
  result.proof = config_.prove ? root.proof : Proof::kNone;
  result.plies_to_end = root.plies_to_end;
  result.raw_value = root.raw_value;
  if (root.num_edges == 0 || !root_moves_.is_loaded()) return result;

  const size_t best = FillMoves(&result);
  if (root_moves_.is_evaluated()) {
    result.priors.assign(root_moves_.priors().begin(), root_moves_.priors().end());
  }
  result.best = result.moves[best];
  if (result.proof != Proof::kNone) {
    result.visits.assign(result.visits.size(), 0);
    result.visits[best] = static_cast<uint32_t>(budget_.visits);
  }
  result.policy = result.visits;
  if (result.proof != Proof::kNone) return result;
  if (HasGumbelRoot()) FillGumbelPolicy(&result);
  return result;
}

/// Fills in the moves with their visits, values and proofs. Returns the index of the best one.
size_t Search::FillMoves(SearchResult* result) const {
  std::vector<Candidate> candidates(root_moves_.size());
  for (const Edge& edge : tree_.EdgesOf(tree_.root())) {
    candidates[root_moves_.IndexOf(edge.move())] = CandidateOf(tree_, edge, config_.prove);
  }
  result->moves.assign(root_moves_.moves().begin(), root_moves_.moves().end());
  result->visits.reserve(candidates.size());
  result->values.reserve(candidates.size());
  result->proofs.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    result->visits.push_back(candidate.visits);
    result->values.push_back(candidate.value);
    result->proofs.push_back(candidate.proof);
  }
  const auto best = std::min_element(candidates.begin(), candidates.end(), IsBetter);
  return static_cast<size_t>(best - candidates.begin());
}

/// Fills in the improved policy, the root's value under it, and the winner.
void Search::FillGumbelPolicy(SearchResult* result) const {
  const float raw_value = tree_.root().raw_value;
  std::vector<RootMove> stats;
  root_moves_.CollectStats(tree_, config_.prove, &stats);
  const float mixed = MixedValue(raw_value, stats);
  std::vector<float> policy(stats.size());
  ImprovedLogits(config_.gumbel, mixed, stats, policy);
  Softmax(policy);
  result->value = 0;
  for (size_t i = 0; i < stats.size(); ++i) {
    result->policy[i] = static_cast<uint32_t>(std::lround(policy[i] * kPolicyOne));
    result->value += policy[i] * (stats[i].visits > 0 ? stats[i].value : mixed);
  }
  result->best = root_moves_[gumbel_.Winner(raw_value, stats)];
}

namespace {

/// Removes from the policy the moves that are worse than the best one by more than `within`.
void LeaveOutWorse(float within, SearchResult* result) {
  const auto best = std::ranges::find(result->moves, result->best) - result->moves.begin();
  const float least = result->values[static_cast<size_t>(best)] - within;
  for (size_t i = 0; i < result->policy.size(); ++i) {
    if (result->values[i] < least) result->policy[i] = 0;
  }
}

}  // namespace

Move Search::ChooseMove() {
  SearchResult result = RootResult();
  RAICHI_CHECK(!result.moves.empty());
  if (result.proof != Proof::kNone || HasGumbelRoot()) return result.best;
  LeaveOutWorse(config_.temperature.within, &result);
  const bool has_policy =
      std::ranges::any_of(result.policy, [](uint32_t weight) { return weight > 0; });
  if (!has_policy) return result.best;
  const float temperature = TemperatureAt(config_.temperature, game_.ply());
  return result.moves[SampleByVisits(result.policy, temperature, &rng_)];
}

}  // namespace raichi
