#pragma once

#include <string>
#include <vector>

#include "console/output.h"
#include "nn/model/model.h"
#include "run/files/folder.h"
#include "run/files/ledger.h"
#include "run/files/state.h"
#include "run/stream/selfplay_stream.h"
#include "run/training.h"

namespace raichi {

/// Returns the line of metrics/progress.jsonl for the iteration that made `model`.
Json IterationToJson(int model, const SelfPlaySummary& games, const TrainSummary& training);
/// Returns the games' results and speed as a part of a line for people.
std::string DescribeSelfPlay(const SelfPlaySummary& games);
/// Returns the same, or `no new games` if there were none, followed by the losses of training.
std::string DescribeIteration(const SelfPlaySummary& games, const TrainSummary& training);

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
