#pragma once

#include "nn/model/trainer_state.h"
#include "run/config/config.h"
#include "run/files/backup.h"
#include "run/files/folder.h"
#include "run/files/ledger.h"

namespace raichi {

/// Where a run goes on: the state of training after which `model` was made.
struct ResumePoint {
  int model = 0;
  TrainerState state;
  bool is_state_saved = false;  // optimizer/NNNNNN holds it
};

/// Chooses the point from which a run goes on:
/// 1. the newest trainer state that is whole and agrees with the ledger;
/// 2. without any, the weights of the newest such model, with a fresh optimizer and a warning;
/// 3. where there is no trace of a model after 000000: the random weights of model 000000.
/// Damaged files are set aside; those that disagree with the ledger go to the backup. Throws Error
/// if the run has made models but none of them, and no trainer state, is left. Only for the run's
/// owner.
ResumePoint FindResumePoint(const RunConfig& config, const RunFolder& folder, const Ledger& ledger,
                            Backup* backup);

/// Sets the run back to `model`, so that nothing stays that came after it: models, trainer states,
/// shards, ledger records and lines of progress. Everything goes to the backup, and one line says
/// what. Only for the run's owner.
void SetBackTo(int model, const RunFolder& folder, Ledger* ledger, Backup* backup);
/// Drops the matches of models that are newer than the ledger's last, or that its record gives
/// other weights. Matches of models without a record stay. The backup keeps the files as they were.
void DropStaleMatches(const RunFolder& folder, Ledger* ledger, Backup* backup);

/// Writes the lines of metrics/progress.jsonl that the ledger has and the file lacks.
void RestoreProgress(const RunFolder& folder, const Ledger& ledger);
/// The same of metrics/matches.jsonl. Results that only the file has are added to the ledger.
void RestoreMatches(const RunFolder& folder, Ledger* ledger);

}  // namespace raichi
