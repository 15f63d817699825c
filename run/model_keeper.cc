#include "run/model_keeper.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/files/files.h"
#include "console/output.h"
#include "run/files/json_log.h"
#include "run/files/model_id.h"
#include "run/files/run_model.h"
#include "run/metrics/metric_lines.h"

namespace raichi {
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
