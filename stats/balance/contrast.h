#pragma once

#include <span>
#include <vector>

#include "stats/balance/logit_mean.h"

namespace raichi {

/// What the cells of a study say together of the variance between training seeds.
///
/// A cell shows it by S^2, the mean square of the influences of its K seeds (over K - 1), whose
/// expectation is B + e: the variance B between the seeds, and what the chance of games adds
/// (LogitMean::influence_variance). A single cell has K - 1 degrees of freedom, so few that
/// Student's t doubles the intervals of five seeds. Cells of one kind (rule sets at one level of
/// one family, or contrasts of rule sets) differ little in B, so each borrows from all, as the
/// genes of a microarray do (moderated t: Smyth 2004, "Linear models and empirical Bayes methods
/// for assessing differential expression"; limma's fitFDist and squeezeVar). What is pooled is S^2
/// relative to its expectation b + e, where b is the cells' common B; e plays the part of the
/// covariate that explains a variance in advance (Sartor et al. 2006; limma's trend), because it
/// differs from cell to cell, by twenty times, and is known:
///   S^2 / (b + e) is distributed as F with K - 1 and d0 degrees of freedom,
///   S~^2 = (d0 (b + e) + (K - 1) S^2) / (d0 + K - 1), with d0 + K - 1 degrees of freedom,
///   B~ = max(0, S~^2 - e).
/// b solves sum (S^2 - e - b) / (b + e)^2 = 0 and is at least 0 (moments, weighted by the inverse
/// variance of each S^2). d0 follows from the variance of log(S^2 / (b + e)) as in fitFDist:
///   trigamma(d0 / 2) = variance - trigamma((K - 1) / 2).
/// limma bounds d0 + K - 1 by the degrees of freedom of all cells together, and so does this. But
/// the same seeds play all cells: R cells whose influences correlate count as R / (1 + (R - 1) r^2)
/// ones, where r^2 is the mean squared correlation, since the correlation of two mean squares is
/// the square of that of their normal variables. (The r^2 of independent cells is 1 / (K - 1) on
/// average, and is corrected for that.)
struct SeedPrior {
  double between = 0;  // b
  double degrees = 0;  // d0; 0: nothing is known beyond the cell itself
};

/// Pools the cells. Those whose seeds do not differ at all (all games have one result) do not
/// count. The prior of fewer than two others, or of one seed, knows nothing.
SeedPrior PoolSeeds(std::span<const LogitMean> cells);

/// A value on the logit scale with its 95 % interval and the two-sided p value of the hypothesis
/// that it is 0.
struct Contrast {
  double value = 0;
  double low = 0;
  double high = 0;
  double p = 1;
};

/// Returns the weighted sum of cells that the same seeds played under different rules. Their games
/// are independent, but for openings that the cells share (LogitMean::shared), whose effects are
/// summed before they are squared. What a seed adds to all cells alike cancels if the weights add
/// up to 0, since the influences of each seed are summed before they are squared. All cells must
/// have the same number of seeds; there is at least one cell, and as many weights.
LogitMean WeightedSum(std::span<const LogitMean> cells, std::span<const double> weights);

/// Returns a mean with its interval and p value. With K > 1 seeds the squared standard error is
/// V + B~ / K, with V the variance by games, and hence never less than V. It varies by S~^2 / K, of
/// which e / K is subtracted, so its relative variance is larger than that of S~^2, but it is cut
/// off at V. Student's distribution has as many degrees of freedom as a squared error of this
/// variance (Satterthwaite 1946): d (squared error / (S~^2 / K))^2 / c, with d = d0 + K - 1, c the
/// variance of a standard normal variable cut off B~ / K, in standard errors of S~^2 / K, below its
/// mean. They are at most d and at least K - 1 (all that there is without a prior, as Hartung and
/// Knapp 2001 have for few studies). With one seed the interval says nothing about other seeds. If
/// games share openings, the degrees of freedom are at most those of V, the openings less one
/// (Cameron and Miller 2015, "A practitioner's guide to cluster-robust inference"); without a limit
/// from either, the distribution is normal.
Contrast IntervalOf(const LogitMean& mean, const SeedPrior& prior = {}, double level = 0.95);

/// Returns IntervalOf(WeightedSum).
Contrast Combine(std::span<const LogitMean> cells, std::span<const double> weights,
                 const SeedPrior& prior = {}, double level = 0.95);

/// Returns B~: the variance between seeds of the logit of a seed against itself, as far as it
/// exceeds what the chance of games explains. 0 if there is one seed.
double VarianceBetweenSeeds(const LogitMean& mean, const SeedPrior& prior = {});

}  // namespace raichi
