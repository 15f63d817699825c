#pragma once

#include "nn/model/trainer_state.h"
#include "run/config/config.h"
#include "run/files/folder.h"
#include "run/files/ledger.h"
#include "run/files/state.h"

namespace raichi {

/// The point from which a run continues: the state of training from which `model` was made.
struct ResumePoint {
  int model = 0;
  TrainerState state;
  bool is_state_saved = false;  // optimizer/NNNNNN holds it
};

/// Chooses the point from which a run continues: 1. the newest trainer state that is intact and
/// agrees with the ledger; 2. if there is none, the weights of the newest such model, with a new
/// optimizer and a warning; 3. if no file mentions a model after 000000, the weights of model
/// 000000: random ones, or those of the model from which the run begins. Sets damaged files aside
/// and moves those that disagree with the ledger to the backup. Throws Error if the run has made
/// models but neither a model nor a trainer state is left. Only for the run's owner.
ResumePoint FindResumePoint(const RunConfig& config, const RunFolder& folder, const Ledger& ledger,
                            Backup* backup);

/// Sets the run back to `model`: moves everything that came after it to the backup (models, trainer
/// states, shards, ledger records and lines of progress) and logs one line that lists it. Only for
/// the run's owner.
void SetBackTo(int model, const RunFolder& folder, Ledger* ledger, Backup* backup);
/// Drops the matches of models that are newer than the ledger's last model or whose weights differ
/// from the ledger's record. Keeps matches of other models without a record. The backup keeps the
/// original files.
void DropStaleMatches(const RunFolder& folder, Ledger* ledger, Backup* backup);

/// Adds the lines to metrics/progress.jsonl that the ledger has and the file lacks.
void RestoreProgress(const RunFolder& folder, const Ledger& ledger);
/// Adds the lines to metrics/matches.jsonl that the ledger has and the file lacks, and vice versa.
void RestoreMatches(const RunFolder& folder, Ledger* ledger);

}  // namespace raichi
