#include "mcts/search/root_moves.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/numbers.h"
#include "rules/movegen.h"

namespace raichi {

float TemperatureAt(const MoveTemperature& temperature, int ply) {
  const float fallen = std::exp2(-static_cast<float>(ply) / temperature.half_life);
  return temperature.final + (temperature.initial - temperature.final) * fallen;
}

size_t SampleByVisits(std::span<const uint32_t> visits, float temperature, Rng* rng) {
  const auto top = std::max_element(visits.begin(), visits.end());
  RAICHI_CHECK(top != visits.end() && *top > 0);
  constexpr float kCold = 0.01f;  // below it, the weights of all but the most visited vanish
  const auto most = static_cast<size_t>(top - visits.begin());
  if (temperature < kCold) return most;

  const double power = 1 / static_cast<double>(temperature);
  const auto weight = [&](uint32_t count) {
    return count == 0 ? 0.0 : std::pow(static_cast<double>(count) / *top, power);
  };
  double sum = 0;
  for (const uint32_t count : visits) sum += weight(count);
  double rest = rng->Uniform() * sum;
  for (size_t i = 0; i < visits.size(); ++i) {
    rest -= weight(visits[i]);
    if (rest < 0 && visits[i] > 0) return i;
  }
  return most;  // reached only through rounding
}

void ApplyPolicyTemperature(float temperature, std::span<float> priors) {
  if (temperature == 1.0f || priors.empty()) return;
  const float top = *std::max_element(priors.begin(), priors.end());
  if (top <= 0) return;
  float sum = 0;
  for (float& prior : priors) sum += prior = std::pow(prior / top, 1 / temperature);
  for (float& prior : priors) prior /= sum;
}

void DirichletShape(std::span<const float> priors, std::span<double> shape) {
  RAICHI_CHECK(priors.size() == shape.size());
  const auto count = static_cast<double>(priors.size());
  double mean = 0;
  for (size_t i = 0; i < priors.size(); ++i) {
    shape[i] = std::log(std::min(0.01, static_cast<double>(priors[i])) + 1e-20);
    mean += shape[i] / count;
  }
  double above = 0;
  for (double& weight : shape) above += weight = std::max(0.0, weight - mean);
  // Due to rounding, equal priors may differ slightly from their mean.
  const bool is_flat = above < 1e-9 * count;
  for (double& weight : shape) weight = is_flat ? 1 / count : 0.5 * (weight / above + 1 / count);
}

double SampleGamma(double alpha, Rng* rng) {
  if (alpha < 1) return SampleGamma(alpha + 1, rng) * std::pow(1 - rng->Uniform(), 1 / alpha);
  const double d = alpha - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = SampleNormal(rng);
    const double v = std::pow(1 + c * x, 3);
    if (v > 0 && std::log(1 - rng->Uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) {
      return d * v;
    }
  }
}

void MixDirichletNoise(float fraction, float concentration, Rng* rng, std::span<float> priors) {
  std::array<double, size_t{4} * kMaxBoardSize * kMaxBoardSize> buffer;
  const std::span<double> noise = std::span(buffer).first(priors.size());
  DirichletShape(priors, noise);
  double sum = 0;
  for (double& draw : noise) sum += draw = SampleGamma(concentration * draw, rng);
  if (sum <= 0) return;
  for (size_t i = 0; i < priors.size(); ++i) {
    priors[i] = (1 - fraction) * priors[i] + fraction * static_cast<float>(noise[i] / sum);
  }
}

void RootMoves::Set(const MoveList& moves, std::span<const float> priors) {
  moves_ = moves;
  IndexMoves();
  priors_.assign(priors.begin(), priors.end());
  is_loaded_ = true;
  is_evaluated_ = true;
}

void RootMoves::SetWin(const MoveList& moves, Move win) {
  moves_ = moves;
  IndexMoves();
  priors_.assign(moves.size(), 0.0f);
  priors_[IndexOf(win)] = 1;
  is_loaded_ = true;
  is_evaluated_ = false;
}

void RootMoves::Load(const Game& game, const Tree& tree) {
  game.LegalMoves(&moves_);
  IndexMoves();
  priors_.resize(moves_.size());
  for (const Edge& edge : tree.EdgesOf(tree.root())) priors_[IndexOf(edge.move())] = edge.prior();
  is_loaded_ = true;
  is_evaluated_ = true;
}

/// The moves of a piece are adjacent, so `IndexOf` has to try only these.
void RootMoves::IndexMoves() {
  for (size_t i = moves_.size(); i-- > 0;) {
    first_[moves_[i].from().code()] = static_cast<uint16_t>(i);
  }
}

size_t RootMoves::IndexOf(Move move) const {
  size_t i = first_[move.from().code()];
  while (i < moves_.size() && moves_[i] != move) ++i;
  RAICHI_CHECK(i < moves_.size());
  return i;
}

void RootMoves::ShapePriors(const SearchConfig& config, bool noise, Rng* rng, Tree* tree) {
  shaped_ = priors_;
  if (noise) {
    ApplyPolicyTemperature(config.root_policy_temperature, shaped_);
    MixDirichletNoise(config.noise_fraction, config.noise_concentration, rng, shaped_);
  }
  for (Edge& edge : tree->EdgesOf(tree->root())) {
    edge.set_prior(shaped_[IndexOf(edge.move())]);
  }
  tree->BringBestForward(tree->root());
}

void RootMoves::BeginCount(const Tree& tree) {
  visits_at_start_.assign(moves_.size(), 0);
  const Node& root = tree.root();
  for (const Edge& edge : tree.EdgesOf(root).first(root.num_visited)) {
    visits_at_start_[IndexOf(edge.move())] = static_cast<int>(tree.ChildOf(edge).visits);
  }
}

void RootMoves::CollectStats(const Tree& tree, bool prove, std::vector<RootMove>* stats) const {
  stats->assign(moves_.size(), {});
  for (size_t i = 0; i < stats->size(); ++i) {
    (*stats)[i].prior = priors_[i];
    (*stats)[i].new_visits = -visits_at_start_[i];
  }
  const Node& root = tree.root();
  for (const Edge& edge : tree.EdgesOf(root).first(root.num_visited)) {
    const Node& child = tree.ChildOf(edge);
    RootMove& move = (*stats)[IndexOf(edge.move())];
    move.visits = static_cast<int>(child.visits);
    move.value = -child.value;
    move.is_refuted = prove && child.proof == Proof::kWin;
    move.new_visits += move.visits + child.in_flight;
  }
}

}  // namespace raichi
