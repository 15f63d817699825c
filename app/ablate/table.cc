#include "app/ablate/table.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/ablate/seed_mean.h"
#include "base/error.h"
#include "stats/balance/intervals.h"

namespace raichi {
namespace {

/// The input of a table.
struct Measured {
  const AblatePlan& plan;
  const std::vector<AblateRun>& runs;  // finished
  std::vector<AblatePlayer> opponents;
  std::vector<MatchResult> results;  // between these players only
  RatingTable ratings;
  const ScoresOfRuns& scores;

  bool IsOpponent(const std::string& player) const {
    return std::ranges::find(opponents, player, &AblatePlayer::name) != opponents.end();
  }
  const AblateRun* Find(const std::string& variant, uint64_t seed) const {
    const auto place = std::ranges::find_if(
        runs, [&](const AblateRun& run) { return run.variant == variant && run.seed == seed; });
    return place == runs.end() ? nullptr : &*place;
  }
  /// Returns the run's end point: the mean rating of its models.
  RatingSum ValueOf(const AblateRun& run) const {
    const std::vector<AblatePlayer> players = EndPointOf(run, plan);
    RatingSum sum;
    for (const AblatePlayer& player : players) {
      sum[player.name] = 1 / static_cast<double>(players.size());
    }
    return sum;
  }
};

Measured Measure(const Ablation& ablation, const std::vector<AblateRun>& finished,
                 const std::vector<MatchResult>& all_results, const ScoresOfRuns& scores) {
  if (finished.empty()) throw Error(ablation.dir.string() + ": no run is finished");
  Measured measured{ablation.plan, finished, OpponentsOf(ablation), {}, {}, scores};
  std::set<std::string> players;
  for (const AblatePlayer& opponent : measured.opponents) players.insert(opponent.name);
  for (const AblateRun& run : finished) {
    for (const AblatePlayer& player : EndPointOf(run, ablation.plan)) players.insert(player.name);
  }
  for (const MatchResult& result : all_results) {
    const bool known = players.contains(result.a) && players.contains(result.b);
    if (known) measured.results.push_back(result);
  }
  measured.ratings = Rate(measured.results, {.anchor = measured.opponents.back().name});
  return measured;
}

RunCounts MeanCounts(const std::vector<const AblateRun*>& runs) {
  RunCounts mean;
  for (const AblateRun* run : runs) {
    const RunCounts counts = CountsOf(*run);
    for (double RunCounts::*count :
         {&RunCounts::games, &RunCounts::positions, &RunCounts::steps, &RunCounts::minutes}) {
      mean.*count += counts.*count / static_cast<double>(runs.size());
    }
  }
  return mean;
}

/// Games of the runs against the opponents; in such matches the run is the first player.
void AddTallies(const Measured& measured, const std::vector<const AblateRun*>& runs,
                VariantResult* variant) {
  std::set<std::string> players;
  for (const AblateRun* run : runs) {
    for (const AblatePlayer& player : EndPointOf(*run, measured.plan)) players.insert(player.name);
  }
  for (const MatchResult& result : measured.results) {
    if (!players.contains(result.a) || !measured.IsOpponent(result.b)) continue;
    variant->attackers += result.a_attackers;
    variant->defenders += result.a_defenders;
  }
}

VariantResult ResultOf(const Measured& measured, const std::string& variant) {
  std::vector<const AblateRun*> runs;
  std::vector<RatingSum> ratings;
  for (const AblateRun& run : measured.runs) {
    if (run.variant != variant) continue;
    runs.push_back(&run);
    ratings.push_back(measured.ValueOf(run));
  }
  VariantResult result;
  result.variant = variant;
  result.seeds = static_cast<int>(runs.size());
  if (runs.empty()) return result;
  result.rating = MeanOverSeeds(measured.ratings, ratings);
  AddTallies(measured, runs, &result);
  result.made = MeanCounts(runs);
  return result;
}

/// The slope of a score of a run's models over the logarithm of their games, each run with a
/// constant of its own; none if the score does not improve by more than its error.
std::optional<double> SlopeOf(const ScoresOfRuns& runs, const std::string& name) {
  double squares = 0, products = 0, residual = 0;
  std::vector<std::array<double, 2>> points;  // distances from the means of their runs
  for (const auto& [run, models] : runs) {
    std::array<double, 2> mean = {0, 0};
    for (const ScoredModel& model : models) {
      mean[0] += std::log(model.share) / static_cast<double>(models.size());
      mean[1] += model.scores.at(name) / static_cast<double>(models.size());
    }
    for (const ScoredModel& model : models) {
      points.push_back({std::log(model.share) - mean[0], model.scores.at(name) - mean[1]});
      squares += points.back()[0] * points.back()[0];
      products += points.back()[0] * points.back()[1];
    }
  }
  const auto degrees = static_cast<int>(points.size() - runs.size()) - 1;
  if (squares == 0 || degrees < 1) return std::nullopt;
  const double slope = products / squares;
  for (const auto& [x, y] : points) residual += std::pow(y - slope * x, 2);
  const double error = StudentHalfWidth(0.95, degrees) * std::sqrt(residual / degrees / squares);
  const bool is_loss = name == "policy" || name == "value";
  return (is_loss ? -slope : slope) > error ? std::optional(slope) : std::nullopt;
}

double MeanOf(const std::vector<ScoredModel>& models, const std::string& name) {
  double mean = 0;
  for (const ScoredModel& model : models) {
    mean += model.scores.at(name) / static_cast<double>(models.size());
  }
  return mean;
}

/// Fills in a score of each variant, over the seeds that all have, and the differences to the
/// first.
void CompareScore(const Measured& measured, const std::vector<uint64_t>& seeds,
                  const std::string& name, AblateTable* table) {
  std::vector<ScoreResult*> results;
  SeedValues values;
  for (VariantResult& variant : table->variants) {
    if (variant.seeds == 0) continue;
    results.push_back(&variant.scores[name]);
    std::vector<double>& of_seeds = values.emplace_back();
    for (const uint64_t seed : seeds) {
      const AblateRun& run = *measured.Find(variant.variant, seed);
      of_seeds.push_back(MeanOf(measured.scores.at(run.name), name));
      results.back()->mean += of_seeds.back() / static_cast<double>(seeds.size());
    }
  }
  if (results.size() < 2 || seeds.size() < 2) return;
  const NumberDifferences compared = CompareNumbers(values, table->level);
  const std::optional<double> slope = SlopeOf(measured.scores, name);
  for (size_t v = 1; v < results.size(); ++v) {
    ScoreResult& to = *results[v];
    const double difference = compared.differences[v - 1];
    to.difference = difference;
    to.error = compared.error;
    to.is_decided = compared.p[v - 1] < table->level;
    if (!slope) continue;
    const double error = std::abs(to.error / *slope), gain = difference / *slope;
    to.factor = {std::exp(gain - error), std::exp(gain), std::exp(gain + error)};
  }
}

/// Returns the seeds with which all of these variants have a finished run.
std::vector<uint64_t> CommonSeeds(const Measured& measured, const std::vector<std::string>& names) {
  std::vector<uint64_t> seeds;
  for (const AblateRun& run : measured.runs) {
    const bool everywhere = std::ranges::all_of(
        names, [&](const std::string& name) { return measured.Find(name, run.seed) != nullptr; });
    if (run.variant == names.front() && everywhere) seeds.push_back(run.seed);
  }
  return seeds;
}

/// Returns the level of the first look that has at least this many seeds.
double LevelAt(const AblatePlan& plan, int seeds) {
  const std::vector<int> looks = plan.Looks();
  const std::vector<double> levels = GroupSequentialLevels(looks, 0.05);
  const auto look = std::ranges::lower_bound(looks, seeds);
  return look == looks.end() ? levels.back() : levels[static_cast<size_t>(look - looks.begin())];
}

/// Fits one slope to the ratings of all end points over the logarithm of the games, each run with
/// a constant of its own.
std::optional<EloWithError> GainOf(const Measured& measured) {
  RatingSum weights;
  double squares = 0;
  for (const AblateRun& run : measured.runs) {
    const std::vector<AblatePlayer> players = EndPointOf(run, measured.plan);
    double mean = 0;
    for (const AblatePlayer& player : players) {
      mean += std::log(player.share) / static_cast<double>(players.size());
    }
    for (const AblatePlayer& player : players) {
      const double x = std::log(player.share) - mean;
      weights[player.name] += x;
      squares += x * x;
    }
  }
  if (squares == 0) return std::nullopt;
  for (auto& [player, weight] : weights) weight /= squares;
  const EloWithError gain = measured.ratings.Combine(weights);
  return gain.elo > gain.error ? std::optional(gain) : std::nullopt;
}

/// Fills in the differences to the first variant.
void Compare(const Measured& measured, AblateTable* table) {
  std::vector<std::string> names;
  for (const VariantResult& variant : table->variants) {
    if (variant.seeds > 0) names.push_back(variant.variant);
  }
  if (names.empty() || names.front() != table->variants.front().variant) return;
  const std::vector<uint64_t> seeds = CommonSeeds(measured, names);
  table->seeds = static_cast<int>(seeds.size());
  table->level = LevelAt(measured.plan, table->seeds);
  if (!measured.scores.empty() && !seeds.empty()) {
    for (const auto& [name, score] : measured.scores.begin()->second.front().scores) {
      CompareScore(measured, seeds, name, table);
    }
  }
  if (names.size() < 2 || seeds.empty()) return;
  std::vector<std::vector<RatingSum>> values(names.size());
  for (size_t v = 0; v < names.size(); ++v) {
    for (const uint64_t seed : seeds) {
      values[v].push_back(measured.ValueOf(*measured.Find(names[v], seed)));
    }
  }
  std::optional<SeedDifferences> compared;
  if (seeds.size() > 1) {
    compared = CompareOverSeeds(measured.ratings, values, table->level);
    table->spread = compared->spread;
  }
  size_t v = 0;
  for (VariantResult& variant : table->variants) {
    if (variant.seeds == 0 || v++ == 0) continue;
    if (compared) {
      variant.difference = compared->differences[v - 2];
      variant.p = compared->p[v - 2];
      variant.is_decided = *variant.p < table->level;
    } else {
      RatingSum difference = values[v - 1].front();
      for (const auto& [player, weight] : values.front().front()) difference[player] -= weight;
      variant.difference = measured.ratings.Combine(difference);
    }
    if (!table->gain) continue;
    const auto factor = [&](double elo) { return std::exp(elo / table->gain->elo); };
    const EloWithError& d = *variant.difference;
    variant.factor = {factor(d.elo - d.error), factor(d.elo), factor(d.elo + d.error)};
  }
}

}  // namespace

bool AblateTable::IsDecided() const {
  const auto is_open = [this](const VariantResult& variant) {
    return variant.variant != variants.front().variant && !variant.is_decided;
  };
  return std::ranges::none_of(variants, is_open);
}

AblateTable MakeAblateTable(const Ablation& ablation, const std::vector<AblateRun>& finished,
                            const std::vector<MatchResult>& results, const ScoresOfRuns& scores) {
  const Measured measured = Measure(ablation, finished, results, scores);
  AblateTable table;
  for (const Variant& variant : ablation.plan.variants) {
    table.variants.push_back(ResultOf(measured, variant.name));
  }
  for (const Rating& rating : measured.ratings.ratings) {
    if (measured.IsOpponent(rating.player)) table.opponents.push_back(rating);
  }
  table.gain = GainOf(measured);
  Compare(measured, &table);
  return table;
}

}  // namespace raichi
