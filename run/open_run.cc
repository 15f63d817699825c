#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/output_file.h"
#include "console/output.h"
#include "run/files/folder.h"
#include "run/files/state.h"
#include "run/model_keeper.h"
#include "run/players/run_models.h"
#include "run/resume.h"
#include "run/sharing/newest_model.h"
#include "run/training.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

namespace fs = std::filesystem;

RunTrainer::RunTrainer(const RunConfig& config, const RunFolder& folder, RankLeader* leader)
    : config_(config),
      folder_(folder),
      leader_(leader),
      ledger_(folder.path()),
      window_(folder.games(), config.window, DamagedShards::kRename, PrintWarning) {
  folder_.RemoveTemporaries();
  for (const fs::path& games : RunShards(folder_.games()).Folders()) RemoveDeadTemporaries(games);
  ledger_.Repair();
  ledger_.PinRules(OpenRulesOf(config), FixedValues(config));
  PinPastModel(config, folder.path());
  Open();
}

/// Finds a point from which training can go on. A program that did not check what it saved may have
/// left states of training that had diverged; sets them aside.
ResumePoint RunTrainer::FindGoodPoint(Backup* backup) const {
  for (;;) {
    ResumePoint point = FindResumePoint(config_, folder_, ledger_, backup);
    const std::string fault = point.model == 0 ? "" : FaultOf(point.state);
    if (fault.empty()) return point;
    const fs::path path =
        point.is_state_saved ? folder_.Optimizer(point.model) : folder_.Model(point.model);
    SetAside(path, DamagedError(path.string() + ": " + fault));
  }
}

void RunTrainer::Open() {
  Backup backup(folder_.path());
  const ResumePoint point = FindGoodPoint(&backup);
  trainer_ = Trainer::From(point.state, config_.train, leader_ ? leader_->ranks() : nullptr);
  model_ = point.model;
  SetBackTo(model_, folder_, &ledger_, &backup);
  RestoreWindow(point.state.window);
  EnterModel(&backup);
  WriteNewestModel(folder_.models(), model_);
  DropStaleMatches(folder_, &ledger_, &backup);
  if (model_ > 0 && !point.is_state_saved) trainer_->SaveState(folder_.Optimizer(model_));
  RestoreProgress(folder_, ledger_);
  RestoreMatches(folder_, &ledger_);
  RepairRunState(folder_.path(), {.model = model_, .seconds = ledger_.records().back().seconds});
  SetDamagedShardsAside();
  if (leader_ != nullptr) leader_->ShareState(*trainer_);
}

/// Reads every shard that the window does not hold yet, so that self-play counts good games only.
void RunTrainer::SetDamagedShardsAside() {
  const std::vector<std::string> held = window_.state().shards;
  const auto check = [&](const std::vector<fs::path>& shards) {
    for (const fs::path& path : shards) {
      if (std::ranges::binary_search(held, path.filename().string())) continue;
      try {
        ReadOrSetAside(path, [&path] { const ShardReader whole(path); });
      } catch (const ReadError& error) {
        if (!MayAppear(error)) throw;  // else the next phase of training tries again
      }
    }
  };
  const RunShards shards(folder_.games());
  check(shards.Loose());
  for (const int model : shards.models()) check(ShardsIn(folder_.games() / NumberedName(model)));
  window_.Refresh();
}

/// Completes the ledger up to the newest model, and writes that model if it is missing.
void RunTrainer::EnterModel(Backup* backup) {
  ModelKeeper keeper(folder_, &ledger_, backup);
  keeper.CompleteLedger(model_);
  const TrainerState state = trainer_->State();
  const bool is_known = ledger_.Find(model_) != nullptr;
  if (!is_known) Enter(model_, state, keeper.MilestoneOf(model_, GamesBefore(model_)));
  const LedgerRecord& record = *ledger_.Find(model_);
  if (keeper.Holds(model_, record.weights)) return;
  ExportModel(record.games);
  if (!is_known && model_ == 0) return;  // a new run
  PrintWarning(folder_.Model(model_).string() + ": was made again from the trainer's state");
}

/// Counts the games of earlier models, from which a model learned.
int64_t RunTrainer::GamesBefore(int model) const {
  return CountGamesFrom(folder_.games(), 0) - CountGamesFrom(folder_.games(), model);
}

/// Loads the window's shards, without those that are missing or damaged.
void RunTrainer::RestoreWindow(const WindowState& state) {
  const int gone = window_.Restore(state);
  positions_seen_ = window_.positions_made();
  if (gone == 0) return;
  PrintWarning(folder_.games().string() + ": " + std::to_string(gone) + " of the " +
               std::to_string(state.shards.size()) +
               " shards that training goes on with are gone; it goes on without them");
}

}  // namespace raichi
