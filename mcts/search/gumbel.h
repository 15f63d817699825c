#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mcts/search/root_policy.h"
#include "mcts/search/search_config.h"
#include "rules/rng.h"

namespace raichi {

/// How a search's root explores and what it teaches, by Danihelka et al. 2022 ("Policy improvement
/// by planning with Gumbel"): the moves considered are drawn without replacement from the policy,
/// sequential halving shares the visits among them, and the policy's target comes from the values
/// found, so that it improves on the policy even where few moves were visited.

/// A draw from the standard Gumbel distribution: -log(-log u).
float SampleGumbel(Rng* rng);

/// What stands for the value of an unvisited move (the paper's v_mix): the mean, weighted 1 to the
/// sum N of all visits, of the evaluator's value of the root and of the visited moves' values,
/// weighted by their priors:
///     (raw_value + N sum_visited(prior value) / sum_visited(prior)) / (1 + N).
/// Refuted moves are left out.
float MixedValue(float raw_value, std::span<const RootMove> moves);

/// log prior + sigma(value) of each move, `mixed` standing for the values of unvisited ones, with
///     sigma(value) = (c_visit + most visits of a move) c_scale (1 + value) / 2;
/// minus infinity for refuted moves. Their softmax (mcts/softmax.h) is the improved policy.
void ImprovedLogits(const GumbelConfig& config, float mixed, std::span<const RootMove> moves,
                    std::span<float> logits);

/// Sequential halving at one root: which moves are considered, and which is visited next. Spans are
/// of all the root's moves, in one order.
class GumbelRoot {
 public:
  /// Draws the moves to consider for a search of `simulations`: those of the greatest Gumbel draw +
  /// log prior.
  void Begin(const GumbelConfig& config, std::span<const RootMove> moves, int simulations,
             Rng* rng);
  /// The move to visit next: of those considered the one with the fewest new visits. When all have
  /// had their share, the half with the greater scores stay, at least two. Where refutations leave
  /// fewer than two the next of the draw join them. Some move must not be refuted.
  size_t Pick(float raw_value, std::span<const RootMove> moves);
  /// The move to play: of those still considered the one of the greatest score, its Gumbel draw +
  /// improved logit, if it was visited.
  size_t Winner(float raw_value, std::span<const RootMove> moves) const;

 private:
  size_t CountConsidered(std::span<const RootMove> moves) const;
  void DropRefuted(std::span<const RootMove> moves);
  void Halve(float raw_value, std::span<const RootMove> moves);
  void AddShare();
  void Score(float raw_value, std::span<const RootMove> moves) const;

  GumbelConfig config_;
  std::vector<float> gumbels_;      // by move
  std::vector<size_t> ranking_;     // all moves, by Gumbel draw + log prior
  std::vector<size_t> considered_;  // in the order of the last ranking or scores
  int simulations_ = 0;
  int phases_ = 0;
  int target_ = 0;  // new visits that each considered move has at the end of the phase
  mutable std::vector<float> scores_;  // by move
};

}  // namespace raichi
