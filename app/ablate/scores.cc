#include "app/ablate/scores.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>

#include "app/ablate/matches.h"
#include "base/checksum.h"
#include "base/error.h"
#include "run/files/json_log.h"
#include "run/files/model_id.h"
#include "run/truth/model_truth.h"
#include "run/truth/prediction.h"

namespace raichi {
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
