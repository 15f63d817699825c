#include "run/model_keeper.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/files/files.h"
#include "base/text.h"
#include "console/output.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "run/metrics/progress_log.h"

namespace raichi {
namespace {

double PerSecond(uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

double Share(uint64_t part, uint64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

Json SelfPlayToJson(const SelfPlaySummary& summary) {
  const SelfPlayStats& s = summary.stats;
  return {{"games", s.games},
          {"plies", s.MeanPlies()},
          {"attackers", Share(s.attackers_wins, s.games)},
          {"defenders", Share(s.defenders_wins, s.games)},
          {"draws", Share(s.draws, s.games)},
          {"repetitions", Share(s.repetitions, s.games)},
          {"cut_games", Share(s.cut_games, s.games)},
          {"resigned", Share(s.resigned, s.games)},
          {"resign_tests", s.resign_tests},
          {"false_resigns", s.resign_tests > 0 ? Json(s.FalseResignRate()) : Json()},
          {"past_games", Share(s.past_games, s.games)},
          {"visit_factors",
           {{"attackers", summary.visit_factors[0]}, {"defenders", summary.visit_factors[1]}}},
          {"proven_turns", s.ProvenFraction()},
          {"policy_surprise", s.surprises > 0 ? Json(s.Surprise()) : Json()},
          {"value_error", s.outcomes > 0 ? Json(s.ValueError()) : Json()},
          {"seconds", summary.seconds},
          {"processor_seconds", summary.processor_seconds},
          {"positions_per_second", PerSecond(s.plies, summary.seconds)},
          {"visits_per_second", PerSecond(s.visits, summary.seconds)},
          {"evaluations_per_second", PerSecond(s.evaluations, summary.seconds)},
          {"batch_fill", s.BatchFill()}};
}

Json TrainingToJson(const TrainSummary& summary) {
  const TrainStats& m = summary.mean;
  return {{"step", m.step},
          {"steps", summary.steps},
          {"loss", m.loss},
          {"policy", m.policy},
          {"value", m.value},
          {"moves_left", m.moves_left},
          {"survival", m.survival},
          {"king_end", m.king_end},
          {"reply", m.reply},
          {"short_value", m.short_value},
          {"policy_entropy", m.policy_entropy},
          {"policy_accuracy", m.policy_accuracy},
          {"value_accuracy", m.value_accuracy},
          {"gradient_norm", m.gradient_norm},
          {"learning_rate", m.learning_rate},
          {"window_positions", summary.window_positions},
          {"window_games", summary.window_games},
          {"window_bytes", summary.window_bytes},
          {"positions_made", summary.positions_made},
          {"seconds", summary.seconds},
          {"processor_seconds", summary.processor_seconds},
          {"samples_per_second", summary.samples_per_second()}};
}

}  // namespace

Json IterationToJson(int model, const SelfPlaySummary& games, const TrainSummary& training) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {{"iteration", model},
          {"time", std::chrono::duration<double>(now).count()},
          {"selfplay", SelfPlayToJson(games)},
          {"train", TrainingToJson(training)}};
}

std::string DescribeSelfPlay(const SelfPlaySummary& games) {
  const SelfPlayStats& s = games.stats;
  return fmt::format(
      "{} moves/s, {} evaluations/s, attackers {:.0f}% defenders {:.0f}% draws {:.0f}%, {}",
      FormatCount(PerSecond(s.plies, games.seconds)),
      FormatCount(PerSecond(s.evaluations, games.seconds)), 100 * Share(s.attackers_wins, s.games),
      100 * Share(s.defenders_wins, s.games), 100 * Share(s.draws, s.games),
      Counted(std::lround(s.MeanPlies()), "ply"));
}

std::string DescribeIteration(const SelfPlaySummary& games, const TrainSummary& training) {
  return (games.stats.games == 0 ? "no new games" : DescribeSelfPlay(games)) +
         fmt::format(", loss {:.3f} (policy {:.3f}, value {:.3f})", training.mean.loss,
                     training.mean.policy, training.mean.value);
}

namespace {

namespace fs = std::filesystem;

/// `000001, 000002 and 7 more`.
std::string List(const std::vector<int>& models) {
  constexpr size_t kMost = 5;
  std::string text;
  for (size_t i = 0; i < std::min(kMost, models.size()); ++i) {
    text += (i > 0 ? ", " : "") + RunFolder::Numbered(models[i]);
  }
  if (models.size() > kMost) text += " and " + std::to_string(models.size() - kMost) + " more";
  return text;
}

}  // namespace

ModelKeeper::ModelKeeper(const RunFolder& folder, Ledger* ledger, Backup* backup)
    : folder_(folder),
      ledger_(ledger),
      backup_(backup),
      progress_(JsonLog(folder.metrics() / "progress.jsonl").lines()) {}

Milestone ModelKeeper::MilestoneOf(int model, int64_t games) const {
  Milestone milestone{.games = games, .seconds = 0, .progress = {}};
  for (const Json& line : progress_) {
    if (line.value("iteration", 0) != model) continue;
    milestone.seconds = line.value("seconds", 0.0);
    milestone.progress = WithoutMeasurements(line);
  }
  return milestone;
}

LedgerRecord ModelKeeper::RecordOf(int number, const Model& model) const {
  const Milestone milestone = MilestoneOf(number, model.info.TrainingNumber("games"));
  LedgerRecord record;
  record.model = number;
  record.weights = WeightsChecksum(model.info.network, model.weights);
  record.steps = model.info.steps;
  record.games = milestone.games;
  record.positions = model.info.TrainingNumber("positions");
  record.seconds = milestone.seconds;
  record.progress = milestone.progress;
  return record;
}

bool ModelKeeper::Holds(int model, const std::string& weights) {
  const fs::path path = folder_.Model(model);
  if (!Exists(path)) return false;
  const std::optional<Model> found = ReadModelOrSetAside(path);
  if (!found) return false;
  if (WeightsChecksum(found->info.network, found->weights) == weights) return true;
  backup_->Move(path);
  PrintWarning(path.string() + ": has other weights than the run's trainer state; moved to " +
               backup_->folder().string());
  return false;
}

void ModelKeeper::CompleteLedger(int model) {
  if (model > 0 && ledger_->records().empty()) {
    PrintWarning(ledger_->path().string() + ": missing; made from the run's other files");
  }
  std::vector<LedgerRecord> news;
  std::vector<int> gone;
  for (int number = 0; number < model; ++number) {
    const fs::path path = folder_.Model(number);
    const bool is_known = ledger_->Find(number) != nullptr;
    if (!Exists(path)) {
      gone.push_back(number);
    } else if (!is_known) {
      const std::optional<Model> found = ReadModelOrSetAside(path);
      if (found) news.push_back(RecordOf(number, *found));
    }
  }
  ledger_->Insert(std::move(news));
  if (!gone.empty()) {
    PrintWarning(folder_.models().string() + ": no longer holds " + List(gone) +
                 "; nothing is played against them");
  }
}

}  // namespace raichi
