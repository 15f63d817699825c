#include "app/ablate/seed_mean.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "app/ablate/matches.h"
#include "base/checksum.h"
#include "base/error.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "run/truth/model_truth.h"
#include "run/truth/prediction.h"
#include "stats/balance/intervals.h"

namespace raichi {
namespace {

double GamesVariance(const EloWithError& value) {
  return std::pow(value.error / kDeviationsOf95Percent, 2);
}

void Add(const RatingSum& sum, double weight, RatingSum* to) {
  for (const auto& [player, of_player] : sum) (*to)[player] += weight * of_player;
}

}  // namespace

EloWithError MeanOverSeeds(const RatingTable& table, const std::vector<RatingSum>& per_seed) {
  const auto seeds = static_cast<double>(per_seed.size());
  RatingSum mean;
  for (const RatingSum& one : per_seed) Add(one, 1 / seeds, &mean);

  // Squared distances from the mean: as measured, and as expected from the games alone.
  double measured = 0, by_games = 0;
  for (const RatingSum& one : per_seed) {
    RatingSum distance = one;
    Add(mean, -1, &distance);
    const EloWithError value = table.Combine(distance);
    measured += value.elo * value.elo;
    by_games += GamesVariance(value);
  }
  EloWithError result = table.Combine(mean);
  if (seeds < 2) return result;
  const double games = GamesVariance(result);
  const double of_mean = measured / (seeds - 1) / seeds;
  const double expected = by_games / (seeds - 1) / seeds;
  const double normal =
      kDeviationsOf95Percent * std::sqrt(games + std::max(0.0, of_mean - expected));
  const double shared = kDeviationsOf95Percent * std::sqrt(std::max(0.0, games - expected));
  const double student =
      StudentHalfWidth(0.95, static_cast<int>(per_seed.size()) - 1) * std::sqrt(of_mean);
  result.error = std::max(normal, std::hypot(shared, student));
  return result;
}

namespace {

/// Returns the mean squared residual of value = variant + seed.
double MeanSquaredResidual(const SeedValues& values) {
  const size_t variants = values.size(), seeds = values.front().size();
  std::vector<double> of_variant(variants), of_seed(seeds);
  double mean = 0;
  for (size_t v = 0; v < variants; ++v) {
    for (size_t s = 0; s < seeds; ++s) {
      of_variant[v] += values[v][s] / static_cast<double>(seeds);
      of_seed[s] += values[v][s] / static_cast<double>(variants);
      mean += values[v][s] / static_cast<double>(variants * seeds);
    }
  }
  double squares = 0;
  for (size_t v = 0; v < variants; ++v) {
    for (size_t s = 0; s < seeds; ++s) {
      squares += std::pow(values[v][s] - of_variant[v] - of_seed[s] + mean, 2);
    }
  }
  return squares / static_cast<double>((variants - 1) * (seeds - 1));
}

int DegreesOf(const SeedValues& values) {
  return static_cast<int>((values.size() - 1) * (values.front().size() - 1));
}

double MeanOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

NumberDifferences CompareNumbers(const SeedValues& values, double level) {
  RAICHI_CHECK(values.size() > 1 && values.front().size() > 1);
  const double of_mean =
      2 * MeanSquaredResidual(values) / static_cast<double>(values.front().size());
  const int degrees = DegreesOf(values);
  NumberDifferences result;
  result.error = StudentHalfWidth(1 - level, degrees) * std::sqrt(of_mean);
  for (size_t v = 1; v < values.size(); ++v) {
    const double difference = MeanOf(values[v]) - MeanOf(values.front());
    result.differences.push_back(difference);
    const bool is_exact = of_mean == 0;  // all seeds differ alike
    result.p.push_back(is_exact ? difference == 0
                                : StudentTwoSidedP(difference / std::sqrt(of_mean), degrees));
  }
  return result;
}

SeedDifferences CompareOverSeeds(const RatingTable& table,
                                 const std::vector<std::vector<RatingSum>>& values, double level) {
  const size_t variants = values.size(), seeds = values.front().size();
  RAICHI_CHECK(variants > 1 && seeds > 1);
  SeedValues elos(variants);
  std::vector<RatingSum> means(variants);
  for (size_t v = 0; v < variants; ++v) {
    for (const RatingSum& value : values[v]) {
      elos[v].push_back(table.Combine(value).elo);
      Add(value, 1 / static_cast<double>(seeds), &means[v]);
    }
  }
  SeedDifferences result;
  const double variance = MeanSquaredResidual(elos);
  result.spread = std::sqrt(variance);
  result.degrees = DegreesOf(elos);
  for (size_t v = 1; v < variants; ++v) {
    RatingSum sum = means[v];
    Add(means.front(), -1, &sum);
    EloWithError difference = table.Combine(sum);
    const double of_spread = 2 * variance / static_cast<double>(seeds);
    const double error = std::sqrt(std::max(of_spread, GamesVariance(difference)));
    difference.error = StudentHalfWidth(1 - level, result.degrees) * error;
    result.differences.push_back(difference);
    result.p.push_back(StudentTwoSidedP(difference.elo / error, result.degrees));
  }
  return result;
}

namespace {

void CheckLine(const Json& line) {
  line.at("weights").get<std::string>();
  line.at("of").get<std::string>();
  line.at("scores").get<Scores>();
}

/// Asks models, and keeps their answers.
class AskedModels {
 public:
  AskedModels(const Ablation& ablation, const Interrupt& interrupt, Progress* progress)
      : truth_(ShippedTruthUnder(OpenNamedRulesOf(ablation.base))),
        truth_id_("truth " + ChecksumText(TruthText(truth_))),
        truth_settings_{.visits = {kAloneVisits, kShortVisits}, .workers = ablation.base.workers},
        interrupt_(interrupt),
        progress_(progress),
        log_(ablation.dir / "scores.jsonl", CheckLine) {
    if (ablation.plan.games.empty()) return;
    try {
      games_.emplace(ablation.plan.games);
    } catch (const Error& error) {  // they were there when it began
      PrintWarning(std::string(error.what()) + "; nothing is said of them");
    }
  }

  bool HasPositions() const { return !truth_.empty() || games_.has_value(); }

  /// Returns nothing if it was interrupted.
  std::optional<Scores> Ask(const AblatePlayer& player) {
    Scores all;
    if (!truth_.empty()) {
      const auto scores = Find(player, truth_id_, [&] { return AskTruth(player); });
      if (!scores) return std::nullopt;
      all.insert(scores->begin(), scores->end());
    }
    if (games_) {
      const auto scores = Find(player, "games " + games_->id(), [&] { return Predict(player); });
      if (!scores) return std::nullopt;
      all.insert(scores->begin(), scores->end());
    }
    return all;
  }

 private:
  template <typename Function>
  std::optional<Scores> Find(const AblatePlayer& player, const std::string& of,
                             const Function& ask) {
    const std::string weights = WeightsChecksum(player.folder);
    const auto known = std::ranges::find_if(log_.lines(), [&](const Json& line) {
      return line.at("weights") == weights && line.at("of") == of;
    });
    if (known != log_.lines().end()) return known->at("scores").template get<Scores>();
    const std::optional<Scores> scores = ask();
    if (!scores || interrupt_.IsRequested()) return std::nullopt;
    log_.Append({{"model", player.name}, {"weights", weights}, {"of", of}, {"scores", *scores}});
    return scores;
  }

  std::optional<Scores> AskTruth(const AblatePlayer& player) {
    const auto attend = [&](double done) {
      if (progress_->IsDue()) {
        progress_->Show(fmt::format("proven positions: {}, {:.0f} %", player.name, 100 * done));
      }
      return !interrupt_.IsRequested();
    };
    const std::vector<TruthShares> shares =
        TruthSharesOf(player.folder, truth_, truth_settings_, attend);
    if (shares.empty()) return std::nullopt;
    return Scores{{"signs", shares[0].signs.Value()}, {"kept", shares[1].kept.Value()}};
  }

  std::optional<Scores> Predict(const AblatePlayer& player) {
    progress_->Show("games of strong play: " + player.name);
    const Prediction prediction = games_->By(player.folder, truth_settings_.workers);
    return Scores{{"policy", prediction.policy}, {"value", prediction.value}};
  }

  const std::vector<TruthPosition> truth_;
  const std::string truth_id_;
  const ModelTruthSettings truth_settings_;
  std::optional<PredictedGames> games_;
  const Interrupt& interrupt_;
  Progress* progress_;
  JsonLog log_;
};

}  // namespace

ScoresOfRuns MeasureScores(const Ablation& ablation, const std::vector<AblateRun>& runs,
                           const Interrupt& interrupt, Progress* progress) {
  ScoresOfRuns all;
  AskedModels models(ablation, interrupt, progress);
  if (!models.HasPositions()) return all;
  for (const AblateRun& run : runs) {
    std::vector<ScoredModel> scored;
    for (const AblatePlayer& player : EndPointOf(run, ablation.plan)) {
      std::optional<Scores> scores = models.Ask(player);
      if (!scores) return all;
      scored.push_back({player.share, *std::move(scores)});
    }
    if (!scored.empty()) all[run.name] = std::move(scored);
  }
  progress->Finish();
  return all;
}

}  // namespace raichi
