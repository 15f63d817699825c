#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "console/match_json.h"
#include "console/output.h"
#include "nn/data/window.h"
#include "rules/rules.h"
#include "run/files/json_log.h"

namespace raichi {

/// The shards of a model's window, stored as changes to the window of the previous model.
struct WindowChange {
  bool is_whole = false;  // `added` lists the whole window
  std::vector<std::string> added, removed;
  std::vector<std::string> past;  // WindowState::past, if the window is whole
  std::string dropped;            // WindowState::dropped
  int first_model = 0;            // WindowState::first_model
};

/// The ledger's record of one model.
struct LedgerRecord {
  int model = 0;
  std::string weights;                         // WeightsChecksum
  int64_t steps = 0;                           // of training so far
  int64_t games = 0;                           // of the run, from which the model learned
  int64_t positions = 0;                       // policy targets in all shards ever trained on
  double seconds = 0;                          // of work so far
  std::shared_ptr<const WindowChange> window;  // null: unknown or forgotten
  int oldest_model = -1;                       // of the shards in its window; -1: unknown
  Json progress;  // its line of metrics/progress.jsonl; null if it has none
};

/// The progress of a run when a model is made, except what its trainer knows.
struct Milestone {
  int64_t games = 0;   // of the run, from which the model learned
  double seconds = 0;  // of work so far
  Json progress;       // the line of metrics/progress.jsonl; null: none
};

/// The ledger of a run, RUN/ledger.jsonl: the rules that the run began with, one record for each
/// model, and the results of its matches. docs/run-folder.md specifies the file. Only the run's
/// owner may change it.
///
/// A record has what changed in the window since the model before; one in kWholeEvery has the whole
/// window. Windows before the last but one of these are forgotten, so memory and file grow by some
/// 200 bytes with a model, and not with its shards. The file is written anew when forgotten windows
/// take up half of it.
class Ledger {
 public:
  /// Reads the ledger of a run folder; a missing file is an empty ledger. Changes nothing. Skips
  /// damaged lines and names them in `faults`. Throws VersionError if a line has an unknown
  /// version.
  explicit Ledger(const std::filesystem::path& run_folder);

  const std::filesystem::path& path() const { return path_; }
  const std::vector<std::string>& faults() const { return faults_; }
  /// The records, in the order of their models.
  const std::vector<LedgerRecord>& records() const { return records_; }
  /// The matches as lines of metrics/matches.jsonl, in the order in which they were played.
  const std::vector<Json>& matches() const { return matches_; }
  const LedgerRecord* Find(int model) const;  // null if there is no record
  /// The newest model that has a record; -1 if there are no records.
  int last_model() const { return records_.empty() ? -1 : records_.back().model; }
  static constexpr int kWholeEvery = 256;
  /// Returns the window that a model was trained on, or nothing if the ledger does not know all of
  /// it: it knows those of the newest kWholeEvery models.
  std::optional<WindowState> WindowOf(int model) const;

  /// If the file has faults, keeps it as NAME.bad and writes a new file of the good lines.
  void Repair();
  /// Records the run's rules, and the values of the keys of its configuration that may not change,
  /// in a ledger that has none yet. Otherwise throws Error if `rules` differ from the recorded
  /// rules in play, or a value from the recorded one.
  void PinRules(const std::vector<RulesPtr>& rules, const Json& settings = {});
  /// Adds a record. Sets `record.window` so that it stands for `window`. The model must be newer
  /// than the last one. Throws LostLockError if another process has changed the file.
  void Append(LedgerRecord record, const WindowState& window);
  /// Adds unchanged records, each at the place of its model. The models must have no records yet.
  void Insert(std::vector<LedgerRecord> records);
  void AppendMatch(const Json& line);
  /// Removes the records of all models after `model`, and the matches for which `is_stale` returns
  /// true.
  void Drop(int model, const std::function<bool(const Json& match)>& is_stale);

 private:
  void AppendLine(const std::string& text);
  void ReadLine(const std::string& line);
  void Add(LedgerRecord record);
  void ForgetWindows(int first_kept);
  const std::optional<WindowState>& NewestWindow();
  void Write();

  std::filesystem::path path_;
  std::vector<std::string> faults_;
  std::vector<std::string> rules_;  // canonical YAML
  Json settings_;                   // key to text; null if an older program began the run
  std::vector<LedgerRecord> records_;
  std::optional<WindowState> newest_window_;  // computed when it is first needed
  int last_whole_ = -1;                       // the newest model whose record has a whole window
  size_t first_known_ = 0;                    // index of the first record that may have a window
  size_t forgotten_bytes_ = 0;                // of the file
  std::vector<Json> matches_;
  SeenPairs seen_;  // when the file was read
  FileEnd end_;
};

/// One line of a ledger: the run's rules, the record of a model, or a match.
struct LedgerLine {
  std::optional<std::vector<std::string>> rules;  // canonical YAML
  Json settings;                                  // beside the rules; null if there are none
  std::optional<LedgerRecord> record;
  Json match;  // null if there is none
};

/// Returns the text of the line, without a newline.
std::string LedgerText(const LedgerRecord& record);
std::string LedgerText(const std::vector<std::string>& rules, const Json& settings);
std::string LedgerMatchText(const Json& match);

/// Parses a line. Throws DamagedError if its checksum is wrong or it is not a line of a ledger, and
/// VersionError if its checksum is right but its version is unknown.
LedgerLine ParseLedgerLine(const std::string& text);

}  // namespace raichi
