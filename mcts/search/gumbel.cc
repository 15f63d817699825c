#include "mcts/search/gumbel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"

namespace raichi {
namespace {

int RankOf(Proof proof) { return proof == Proof::kWin ? 2 : proof == Proof::kLoss ? 0 : 1; }

}  // namespace

Candidate CandidateOf(const Tree& tree, const Edge& edge, bool prove) {
  Candidate candidate;
  candidate.prior = edge.prior();
  if (edge.child() == Tree::kRoot) return candidate;
  const Node& child = tree.ChildOf(edge);
  if (child.IsNew()) return candidate;  // evaluation is pending
  candidate.proof = prove ? ForOpponent(child.proof) : Proof::kNone;
  candidate.plies_to_end = child.plies_to_end;
  candidate.visits = candidate.proof == Proof::kLoss ? 0 : child.visits;
  candidate.value = -child.value;
  return candidate;
}

bool IsBetter(const Candidate& a, const Candidate& b) {
  const int rank = RankOf(a.proof), other = RankOf(b.proof);
  if (rank != other) return rank > other;
  if (rank != 1 && a.plies_to_end != b.plies_to_end) {
    return (a.plies_to_end < b.plies_to_end) == (a.proof == Proof::kWin);
  }
  if (a.visits != b.visits) return a.visits > b.visits;
  if (a.visits > 0 && a.value != b.value) return a.value > b.value;
  return a.prior > b.prior;
}

namespace {

float LogPrior(const RootMove& move) {
  constexpr float kLeast = 1e-9f;  // floor of a tree's priors; keeps log(0) finite
  return std::log(std::max(move.prior, kLeast));
}

}  // namespace

float SampleGumbel(Rng* rng) {
  const double uniform = 1 - rng->Uniform();  // in (0, 1]
  return static_cast<float>(-std::log(-std::log(uniform) + 1e-300));
}

float MixedValue(float raw_value, std::span<const RootMove> moves) {
  float visits = 0, priors = 0, values = 0;
  for (const RootMove& move : moves) {
    if (move.visits == 0 || move.is_refuted) continue;
    visits += static_cast<float>(move.visits);
    priors += move.prior;
    values += move.prior * move.value;
  }
  if (priors <= 0) return raw_value;
  return (raw_value + visits * values / priors) / (1 + visits);
}

void ImprovedLogits(const GumbelConfig& config, float mixed, std::span<const RootMove> moves,
                    std::span<float> logits) {
  int most = 0;
  for (const RootMove& move : moves) most = std::max(most, move.is_refuted ? 0 : move.visits);
  const float scale = (config.c_visit + static_cast<float>(most)) * config.c_scale;
  for (size_t i = 0; i < moves.size(); ++i) {
    const float value = moves[i].visits > 0 ? moves[i].value : mixed;
    logits[i] = moves[i].is_refuted ? -std::numeric_limits<float>::infinity()
                                    : LogPrior(moves[i]) + scale * (1 + value) / 2;
  }
}

void GumbelRoot::Begin(const GumbelConfig& config, std::span<const RootMove> moves, int simulations,
                       Rng* rng) {
  config_ = config;
  simulations_ = simulations;
  gumbels_.resize(moves.size());
  scores_.resize(moves.size());
  ranking_.resize(moves.size());
  for (size_t i = 0; i < moves.size(); ++i) {
    gumbels_[i] = SampleGumbel(rng);
    scores_[i] = gumbels_[i] + LogPrior(moves[i]);
  }
  std::iota(ranking_.begin(), ranking_.end(), size_t{0});
  std::sort(ranking_.begin(), ranking_.end(), [&](size_t a, size_t b) {
    if (moves[a].is_refuted != moves[b].is_refuted) return moves[b].is_refuted;
    return scores_[a] > scores_[b];
  });
  const size_t count = CountConsidered(moves);
  considered_.assign(ranking_.begin(), ranking_.begin() + static_cast<std::ptrdiff_t>(count));
  phases_ = std::max(1, static_cast<int>(std::bit_width(considered_.size() - 1)));  // ceil(log2)
  target_ = 0;
  AddShare();
}

/// Returns the number of moves to consider: `GumbelConfig::considered`, but no more than can be
/// visited in this search or already have been.
size_t GumbelRoot::CountConsidered(std::span<const RootMove> moves) const {
  const auto visited = std::ranges::count_if(moves, [](const RootMove& m) { return m.visits > 0; });
  const int most = std::max({1, simulations_, static_cast<int>(visited)});
  return static_cast<size_t>(std::min({config_.considered, most, static_cast<int>(moves.size())}));
}

/// Raises the target by one phase's share. Every phase has the same number of simulations, divided
/// equally among the moves considered in it.
void GumbelRoot::AddShare() {
  target_ += std::max(1, simulations_ / (phases_ * static_cast<int>(considered_.size())));
}

bool GumbelRoot::IsPhaseOver(std::span<const RootMove> moves) {
  DropRefuted(moves);
  return moves[LeastVisited(moves)].new_visits >= target_;
}

size_t GumbelRoot::Pick(float raw_value, std::span<const RootMove> moves) {
  while (IsPhaseOver(moves)) Halve(raw_value, moves);
  return LeastVisited(moves);
}

size_t GumbelRoot::LeastVisited(std::span<const RootMove> moves) const {
  return *std::ranges::min_element(considered_, {}, [&](size_t i) { return moves[i].new_visits; });
}

void GumbelRoot::DropRefuted(std::span<const RootMove> moves) {
  const auto is_refuted = [&](size_t i) { return moves[i].is_refuted; };
  if (std::erase_if(considered_, is_refuted) == 0) return;
  const auto wanted = std::min<size_t>(2, static_cast<size_t>(config_.considered));
  for (const size_t i : ranking_) {
    if (considered_.size() >= wanted) break;
    const bool is_there = std::ranges::find(considered_, i) != considered_.end();
    if (!is_there && !is_refuted(i)) considered_.push_back(i);
  }
  RAICHI_CHECK(!considered_.empty());
}

void GumbelRoot::Halve(float raw_value, std::span<const RootMove> moves) {
  Score(raw_value, moves, &scores_);
  std::sort(considered_.begin(), considered_.end(),
            [this](size_t a, size_t b) { return scores_[a] > scores_[b]; });
  const size_t size = considered_.size();
  considered_.resize(std::min(size, std::max<size_t>(2, size / 2)));
  AddShare();
}

void GumbelRoot::Score(float raw_value, std::span<const RootMove> moves,
                       std::vector<float>* scores) const {
  scores->resize(moves.size());
  ImprovedLogits(config_, MixedValue(raw_value, moves), moves, *scores);
  for (size_t i = 0; i < moves.size(); ++i) (*scores)[i] += gumbels_[i];
}

size_t GumbelRoot::Winner(float raw_value, std::span<const RootMove> moves) const {
  std::vector<float> scores;
  Score(raw_value, moves, &scores);
  // An unvisited move wins only if no move was visited.
  const auto is_known = [&](size_t i) { return moves[i].visits > 0 && !moves[i].is_refuted; };
  const auto is_worse = [&](size_t a, size_t b) {
    return is_known(a) != is_known(b) ? is_known(b) : scores[a] < scores[b];
  };
  const size_t best = *std::max_element(considered_.begin(), considered_.end(), is_worse);
  if (is_known(best)) return best;
  return *std::max_element(ranking_.begin(), ranking_.end(), is_worse);
}

}  // namespace raichi
