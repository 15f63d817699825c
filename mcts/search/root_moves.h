#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "mcts/search/search_config.h"
#include "mcts/search/tree.h"
#include "rules/game.h"

namespace raichi {

/// Returns the temperature for choosing a move at `ply`: final + (initial - final) / 2^(ply /
/// half-life).
float TemperatureAt(const MoveTemperature& temperature, int ply);

/// Samples an index with probability proportional to visits^(1 / temperature). At a temperature of
/// 0, returns the first of the most visited indices. At least one count must not be 0.
size_t SampleByVisits(std::span<const uint32_t> visits, float temperature, Rng* rng);

/// Root exploration: flattened priors and Dirichlet noise.

/// Replaces the priors with priors^(1 / temperature), scaled to sum to 1. `temperature` must be
/// positive.
void ApplyPolicyTemperature(float temperature, std::span<float> priors);

/// Computes how the total concentration of the noise is distributed over the moves; the shares sum
/// to 1 (KataGo, Wu 2019). Half is distributed evenly and half in proportion to max(0, l - mean l)
/// with l = log(min(prior, 0.01) + 1e-20), so that moves with a non-negligible prior get a larger
/// share than hopeless ones.
void DirichletShape(std::span<const float> priors, std::span<double> shape);

/// Returns a sample from the gamma distribution of shape `alpha` > 0 and scale 1 (Marsaglia and
/// Tsang 2000).
double SampleGamma(double alpha, Rng* rng);

/// Mixes noise into the priors: priors become (1 - `fraction`) * prior + `fraction` * sample, with
/// a sample from the Dirichlet distribution with parameters `concentration` *
/// `DirichletShape(priors)`.
void MixDirichletNoise(float fraction, float concentration, Rng* rng, std::span<float> priors);

/// A search's statistics of one of its root's moves.
struct RootMove {
  float prior = 0;
  int visits = 0;      // of its subtree, including visits kept from earlier searches
  int new_visits = 0;  // since the search began, including visits in flight
  float value = 0;     // mean, for the root's side to move, in [-1, 1]; meaningless if unvisited
  bool is_refuted = false;  // proven to lose
};

/// The moves of a search's root with their priors, in the order of GenerateMoves. (The root's edges
/// are in the order of their first visits.)
class RootMoves {
 public:
  /// False if the root has changed since the moves were set or loaded.
  bool is_loaded() const { return is_loaded_; }
  void Unload() { is_loaded_ = false; }
  /// False if the priors are not the evaluator's but those of `SetWin`.
  bool is_evaluated() const { return is_evaluated_; }
  /// Takes over the moves of a new root, with the evaluator's priors.
  void Set(const MoveList& moves, std::span<const float> priors);
  /// Takes over the moves of a new root of which only `win` has a prior, 1.
  void SetWin(const MoveList& moves, Move win);
  /// Takes over the moves of a root that was a node of the tree before.
  void Load(const Game& game, const Tree& tree);

  size_t size() const { return moves_.size(); }
  Move operator[](size_t i) const { return moves_[i]; }
  std::span<const Move> moves() const { return {moves_.data(), moves_.size()}; }
  /// Returns the index of a legal move.
  size_t IndexOf(Move move) const;
  /// Returns the evaluator's priors, or those of `SetWin`.
  std::span<const float> priors() const { return priors_; }

  /// Sets the priors of the root's edges to the evaluator's. If `noise`, first applies the
  /// configured temperature and Dirichlet noise.
  void ShapePriors(const SearchConfig& config, bool noise, Rng* rng, Tree* tree);
  /// Begins to count `RootMove::new_visits`.
  void BeginCount(const Tree& tree);
  /// Writes the statistics of each move, with the evaluator's priors. If `prove` is false, no move
  /// counts as refuted.
  void CollectStats(const Tree& tree, bool prove, std::vector<RootMove>* stats) const;

 private:
  void IndexMoves();

  bool is_loaded_ = false;
  bool is_evaluated_ = false;
  MoveList moves_;
  // By a square's code: the index of its first move, or any number if it has no moves.
  std::array<uint16_t, 1024> first_{};
  std::vector<float> priors_, shaped_;  // the evaluator's; those that the search uses
  std::vector<int> visits_at_start_;
};

}  // namespace raichi
