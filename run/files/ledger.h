#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "console/output.h"
#include "nn/data/window.h"
#include "rules/rules.h"

namespace raichi {

/// The shards of a model's window, as changes to the window of the model before it.
struct WindowChange {
  bool is_whole = false;  // `added` is the whole window
  std::vector<std::string> added, removed;
  std::vector<std::string> past;  // where the window is whole: WindowState::past
  std::string dropped;            // WindowState::dropped
};

/// What the ledger says of one model.
struct LedgerRecord {
  int model = 0;
  std::string weights;                 // WeightsChecksum
  int64_t steps = 0;                   // of training, in all
  int64_t games = 0;                   // in the run, from which the model learned
  int64_t positions = 0;               // policy targets in all shards ever trained on
  double seconds = 0;                  // of work, in all
  std::optional<WindowChange> window;  // none: unknown
  Json progress;                       // its line of metrics/progress.jsonl; null: it has none
};

/// Where a run stands when a model is made, apart from what its trainer knows.
struct Milestone {
  int64_t games = 0;   // in the run, from which the model learned
  double seconds = 0;  // of work so far
  Json progress;       // the line of metrics/progress.jsonl; null: none
};

/// The ledger of a run, RUN/ledger.jsonl: the rules that the run began with, one record for each
/// model, and the results of its matches. docs/run-folder.md specifies the file. Only the run's
/// owner may change it.
class Ledger {
 public:
  /// Reads the ledger of a run folder; a missing file is an empty ledger. Changes nothing. Lines
  /// that are damaged are passed over and named in `faults`. Throws VersionError if a line is of
  /// an unknown version.
  explicit Ledger(const std::filesystem::path& run_folder);

  const std::filesystem::path& path() const { return path_; }
  const std::vector<std::string>& faults() const { return faults_; }
  /// In the order of their models.
  const std::vector<LedgerRecord>& records() const { return records_; }
  /// Lines of metrics/matches.jsonl, in the order in which they were played.
  const std::vector<Json>& matches() const { return matches_; }
  const LedgerRecord* Find(int model) const;  // null: no record
  /// The newest model that has a record; -1 without any.
  int last_model() const { return records_.empty() ? -1 : records_.back().model; }
  /// The window that a model was trained on. None if the ledger does not know all of it.
  std::optional<WindowState> WindowOf(int model) const;

  /// If the file has faults, keeps it as NAME.bad and writes the good lines anew.
  void Repair();
  /// Pins the rules in a ledger that has none yet. Else throws Error if `rules` do not play like
  /// the pinned ones.
  void PinRules(const std::vector<RulesPtr>& rules);
  /// Adds a record whose window is `window`; `record.window` is filled in here. The model must be
  /// newer than the last one.
  void Append(LedgerRecord record, const WindowState& window);
  /// Adds records as they are, each in the place of its model, which must have none.
  void Insert(std::vector<LedgerRecord> records);
  void AppendMatch(const Json& line);
  /// Removes the records of all models after `model`, and the matches that `is_stale` names.
  void Drop(int model, const std::function<bool(const Json& match)>& is_stale);

 private:
  void AppendLine(const std::string& text);
  void ReadLine(const std::string& line);
  void Write();

  std::filesystem::path path_;
  std::vector<std::string> faults_;
  std::vector<std::string> rules_;  // canonical YAML
  std::vector<LedgerRecord> records_;
  std::vector<Json> matches_;
  uint64_t bytes_ = 0;  // of the file, up to its last whole line
};

}  // namespace raichi
