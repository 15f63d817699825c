#pragma once

#include <string>
#include <vector>

#include "nn/model/model_weights.h"
#include "run/files/backup.h"
#include "run/files/folder.h"
#include "run/files/ledger.h"

namespace raichi {

/// Makes models/ and the ledger agree when a run is opened. Only for the run's owner.
class ModelKeeper {
 public:
  ModelKeeper(const RunFolder& folder, Ledger* ledger, Backup* backup);

  /// Returns true if models/NNNNNN exists with these weights (WeightsChecksum). Sets a damaged
  /// model aside and moves a model with other weights to the backup.
  bool Holds(int model, const std::string& weights);

  /// Adds records for all models before `model` that have none, derived from the run's files. Runs
  /// of older programs without a ledger and damaged ledgers lack such records. Sets damaged models
  /// aside. One warning names the models that are missing.
  void CompleteLedger(int model);

  /// Returns the progress of the run when it made a model that has no record, as far as its metrics
  /// tell.
  Milestone MilestoneOf(int model, int64_t games) const;

 private:
  LedgerRecord RecordOf(int number, const Model& model) const;

  const RunFolder& folder_;
  Ledger* ledger_;
  Backup* backup_;
  std::vector<Json> progress_;  // lines of metrics/progress.jsonl
};

}  // namespace raichi
