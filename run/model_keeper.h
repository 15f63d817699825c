#pragma once

#include <string>
#include <vector>

#include "nn/model/model_weights.h"
#include "run/files/backup.h"
#include "run/files/folder.h"
#include "run/files/ledger.h"

namespace raichi {

/// Compares models/ with the ledger when a run is opened. Only for the run's owner.
class ModelKeeper {
 public:
  ModelKeeper(const RunFolder& folder, Ledger* ledger, Backup* backup);

  /// True if models/NNNNNN is there with these weights (WeightsChecksum). A damaged model is set
  /// aside, one with other weights moved to the backup.
  bool Holds(int model, const std::string& weights);

  /// Gives every model before `model` that has no record one, as far as its files tell: for runs
  /// from before there were ledgers, and for ledgers that were damaged. Damaged models are set
  /// aside. One warning names the models that are gone.
  void CompleteLedger(int model);

  /// Where the run stood when it made a model that has no record, as far as its metrics tell.
  Milestone MilestoneOf(int model, int64_t games) const;

 private:
  LedgerRecord RecordOf(int number, const Model& model) const;

  const RunFolder& folder_;
  Ledger* ledger_;
  Backup* backup_;
  std::vector<Json> progress_;  // lines of metrics/progress.jsonl
};

}  // namespace raichi
