#include "run/resume.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/text.h"
#include "console/output.h"
#include "nn/model/network_config.h"
#include "nn/model/weights.h"
#include "run/evaluation/match_log.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "run/files/state.h"
#include "run/metrics/progress_log.h"
#include "run/stream/unfinished_games.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Returns whether a model's weights are those of the ledger. If they are not, moves the file or
/// folder to the backup.
bool Agrees(const LedgerRecord* record, const std::string& weights, const fs::path& path,
            Backup* backup) {
  if (record == nullptr || record->weights == weights) return true;
  backup->Move(path);
  PrintWarning(path.string() + ": is not what the run's ledger says of model " +
               RunFolder::Numbered(record->model) + "; moved to " + backup->folder().string());
  return false;
}

std::optional<ResumePoint> FindState(const RunFolder& folder, const Ledger& ledger,
                                     Backup* backup) {
  const std::vector<int> numbers = folder.Optimizers();
  for (auto newest = numbers.rbegin(); newest != numbers.rend(); ++newest) {
    const int number = *newest;
    const fs::path path = folder.Optimizer(number);
    ResumePoint point{.model = number, .state = {}, .is_state_saved = true};
    if (!ReadOrSetAside(path, [&] { point.state = ReadTrainerState(path); })) continue;
    const std::string weights = WeightsChecksum(point.state.network, point.state.averages);
    if (Agrees(ledger.Find(number), weights, path, backup)) return point;
  }
  return std::nullopt;
}

TrainerState StateOf(const RunConfig& config, const NetworkConfig& network, int64_t steps,
                     std::vector<float> weights) {
  TrainerState state;
  state.network = network;
  state.optimizer = config.train.optimizer;
  state.step = state.moments_begin = steps;
  state.seed = config.seed;
  state.averages = weights;
  state.weights = std::move(weights);
  return state;
}

/// Returns the window of a model that has no trainer state. If the ledger does not know it, returns
/// all shards that were played before the model was made, from the oldest model on that the ledger
/// says is in its window.
WindowState WindowBefore(int model, const RunFolder& folder, const Ledger& ledger,
                         const ModelInfo& info) {
  if (const auto window = ledger.WindowOf(model)) return *window;
  const LedgerRecord* record = ledger.Find(model);
  WindowState window;
  window.first_model = record == nullptr ? 0 : std::max(record->oldest_model, 0);
  const RunShards shards(folder.games());
  for (const int number : shards.models()) {
    if (number < window.first_model || number >= model) continue;
    for (const fs::path& path : shards.Of(number)) {
      if (ShardName::Parse(path.filename())) window.shards.push_back(path.filename());
    }
  }
  window.positions_made = info.TrainingNumber("positions");
  return window;
}

std::optional<ResumePoint> FindModel(const RunConfig& config, const RunFolder& folder,
                                     const Ledger& ledger, Backup* backup) {
  const std::vector<int> numbers = folder.Models();
  for (auto newest = numbers.rbegin(); newest != numbers.rend(); ++newest) {
    const int number = *newest;
    const fs::path path = folder.Model(number);
    std::optional<Model> model = ReadModelOrSetAside(path);
    if (!model) continue;
    const std::string weights = WeightsChecksum(model->info.network, model->weights);
    if (!Agrees(ledger.Find(number), weights, path, backup)) continue;
    ResumePoint point{.model = number, .state = {}, .is_state_saved = false};
    point.state =
        StateOf(config, model->info.network, model->info.steps, std::move(model->weights));
    point.state.window = WindowBefore(number, folder, ledger, model->info);
    return point;
  }
  return std::nullopt;
}

/// Returns the weights with which the run began. Throws Error if they were those of a model that
/// has changed since.
std::vector<float> FirstWeights(const RunConfig& config) {
  if (!config.origin) return InitialWeights(config.network, config.seed);
  const Model first = ReadPinnedModel(*config.origin);
  return FitNetwork(first.info.network, config.network, first.weights);
}

/// Whether these weights are those with which the run began.
bool IsFirst(const RunConfig& config, const TrainerState& state) {
  if (!config.origin) return state.averages == InitialWeights(config.network, config.seed);
  NetworkConfig network = state.network;
  if (config.origin->canvas > 0) network.canvas = config.origin->canvas;
  const auto are_first_of = [&](bool destinations) {
    network.policy_destinations = destinations;
    const std::vector<float> weights = FitNetwork(state.network, network, state.averages);
    return WeightsChecksum(network, weights) == config.origin->weights;
  };
  return are_first_of(state.network.policy_destinations) || are_first_of(false);
}

/// Returns the newest model that any file of the run mentions.
int NewestTrace(const RunFolder& folder, const Ledger& ledger) {
  int newest = std::max(ledger.last_model(), 0);
  const RunShards shards(folder.games());
  for (const int model : shards.models()) {
    if (model > newest && !shards.Of(model).empty()) newest = model;
  }
  return newest;
}

}  // namespace

ResumePoint FindResumePoint(const RunConfig& config, const RunFolder& folder, const Ledger& ledger,
                            Backup* backup) {
  if (auto point = FindState(folder, ledger, backup)) return *point;
  const auto point = FindModel(config, folder, ledger, backup);
  if (point && (point->model > 0 || !IsFirst(config, point->state))) {
    PrintWarning(folder.path().string() +
                 ": no trainer state is left; training goes on from the "
                 "weights of model " +
                 RunFolder::Numbered(point->model) + " with a fresh optimizer");
    return *point;
  }
  if (point || NewestTrace(folder, ledger) == 0) {
    ResumePoint begin;
    begin.state =
        StateOf(config, config.network, 0, point ? point->state.averages : FirstWeights(config));
    return begin;
  }
  throw Error(folder.path().string() +
              ": neither a model nor a trainer state of this run is left, but its games are; put "
              "models/NNNNNN or optimizer/NNNNNN back, or begin a new run in another --dir");
}

namespace {

namespace fs = std::filesystem;

/// Drops the lines for which `is_stale` returns true and returns their number. The backup keeps the
/// original file.
size_t Cut(JsonLog* log, const std::function<bool(const Json&)>& is_stale, Backup* backup) {
  const auto lines = std::ranges::count_if(log->lines(), is_stale);
  if (lines == 0) return 0;
  backup->Copy(log->path());
  log->DropWhere(is_stale);
  return static_cast<size_t>(lines);
}

/// Returns true if a player of a match is a model that no longer exists, or that had other weights
/// then.
bool IsStale(const Json& match, const std::string& side, const Ledger& ledger) {
  const std::string player = match.at(side);
  if (!IsModelName(player)) return false;
  const LedgerRecord* record = ledger.Find(std::stoi(player));
  if (record == nullptr) return std::stoi(player) > ledger.last_model();
  const std::string weights = match.value(side + "_weights", "");
  return !weights.empty() && weights != record->weights;
}

/// Whether two matches are of the same players under the same rules.
bool AreOfTheSame(const Json& match, const Json& other) {
  return std::ranges::all_of(
      std::array{"a", "b", "rules", "a_weights", "b_weights", "rules_id"},
      [&](const char* key) { return match.value(key, "") == other.value(key, ""); });
}

/// The matches of the log and the ledger, side by side.
struct ComparedMatches {
  std::vector<Json> lines;    // of the log, as they should be
  std::vector<Json> unknown;  // to the ledger
  size_t restored = 0;        // lines that the log lacked
  size_t altered = 0;         // lines of the log that are not those of the ledger any more
  size_t unsure = 0;          // of `unknown`, those without a checksum
};

ComparedMatches Compare(const JsonLog& log, const Ledger& ledger) {
  std::vector<Json> missing = ledger.matches();  // in the log
  std::vector<size_t> others;                    // lines of the log that the ledger lacks
  for (size_t i = 0; i < log.lines().size(); ++i) {
    const auto found = std::ranges::find(missing, log.lines()[i]);
    if (found == missing.end()) {
      others.push_back(i);
    } else {
      missing.erase(found);
    }
  }
  ComparedMatches compared{.lines = log.lines(), .unknown = {}, .restored = missing.size()};
  std::vector<Json> unpaired = missing;
  for (const size_t i : others) {
    const Json& line = log.lines()[i];
    const auto same = std::ranges::find_if(
        unpaired, [&](const Json& match) { return AreOfTheSame(match, line); });
    if (!log.IsSummed(i) && same != unpaired.end()) {
      unpaired.erase(same);
      compared.lines[i] = Json();
      ++compared.altered;
      continue;
    }
    compared.unknown.push_back(line);
    compared.unsure += !log.IsSummed(i);
  }
  std::erase(compared.lines, Json());
  std::ranges::move(missing, std::back_inserter(compared.lines));
  return compared;
}

/// Sets one run back and collects a description of everything that it moved.
class SettingBack {
 public:
  SettingBack(int model, const RunFolder& folder, Ledger* ledger, Backup* backup)
      : model_(model), folder_(folder), ledger_(ledger), backup_(backup) {}

  void MoveFiles() {
    size_t models = 0, shards = 0;
    for (const int number : folder_.Models()) models += MoveIfLater(number, folder_.Model(number));
    for (const int number : folder_.Optimizers()) MoveIfLater(number, folder_.Optimizer(number));
    const RunShards of_run(folder_.games());
    for (const int number : of_run.models()) {
      for (const fs::path& path : of_run.Of(number)) shards += MoveIfLater(number, path);
      if (number > model_) RemoveIfEmpty(folder_.games() / RunFolder::Numbered(number));
    }
    size_t unfinished = 0;
    for (const fs::path& path : ListFolder(folder_.path() / "unfinished")) {
      unfinished += MoveIfLater(ModelOfUnfinished(path), path);
    }
    Note(models, "model");
    Note(shards, "shard");
    Note(unfinished, "file", " of unfinished games");
  }

  void CutProgress() {
    JsonLog log(folder_.metrics() / "progress.jsonl", CheckProgressLine);
    const auto is_later = [this](const Json& line) { return line.at("iteration") > model_; };
    const size_t lines = Cut(&log, is_later, backup_);
    Note(lines, "iteration");
  }

  /// Removes the later records from the ledger. A record without a trainer state belongs to an
  /// unfinished phase of training.
  void CutLedger() {
    if (ledger_->last_model() == model_ + 1 && moved_.empty()) {
      PrintWarning(folder_.path().string() + ": the training of model " +
                   RunFolder::Numbered(model_ + 1) + " was interrupted and is repeated");
    } else if (ledger_->last_model() > model_) {
      backup_->Copy(ledger_->path());
      Note(static_cast<size_t>(ledger_->last_model() - model_), "record");
    }
    ledger_->Drop(model_, [](const Json&) { return false; });
  }

  void Tell() const {
    if (moved_.empty()) return;
    PrintWarning(folder_.path().string() + ": set back to model " + RunFolder::Numbered(model_) +
                 "; moved to " + backup_->folder().string() + ": " + moved_);
  }

 private:
  bool MoveIfLater(int number, const fs::path& path) {
    if (number <= model_) return false;
    backup_->Move(path);
    return true;
  }

  void Note(size_t count, const std::string& thing, const std::string& after = "") {
    if (count > 0) moved_ += (moved_.empty() ? "" : ", ") + Counted(count, thing) + after;
  }

  const int model_;
  const RunFolder& folder_;
  Ledger* ledger_;
  Backup* backup_;
  std::string moved_;  // description for the log
};

}  // namespace

void SetBackTo(int model, const RunFolder& folder, Ledger* ledger, Backup* backup) {
  SettingBack setting(model, folder, ledger, backup);
  setting.MoveFiles();
  setting.CutProgress();
  // Must come last: if this start is interrupted, the next one repeats all steps.
  setting.CutLedger();
  setting.Tell();
}

void DropStaleMatches(const RunFolder& folder, Ledger* ledger, Backup* backup) {
  const auto is_stale = [ledger](const Json& match) {
    return IsStale(match, "a", *ledger) || IsStale(match, "b", *ledger);
  };
  const MatchLog log(folder);
  size_t lines = 0;
  log.Change([&](JsonLog* matches) { lines = Cut(matches, is_stale, backup); });
  const auto known = static_cast<size_t>(std::ranges::count_if(ledger->matches(), is_stale));
  if (lines + known == 0) return;
  backup->Copy(ledger->path());
  ledger->Drop(ledger->last_model(), is_stale);
  PrintWarning(log.path().string() + ": " + Counted(std::max(lines, known), "match") +
               " of models that are gone or have other weights now left out; the file is kept in " +
               backup->folder().string());
}

void RestoreProgress(const RunFolder& folder, const Ledger& ledger) {
  JsonLog log(folder.metrics() / "progress.jsonl", CheckProgressLine);
  std::vector<Json> lines = log.lines();
  size_t restored = 0;
  for (const LedgerRecord& record : ledger.records()) {
    if (record.progress.is_null()) continue;
    const auto line = std::ranges::find_if(
        lines, [&](const Json& one) { return one.at("iteration") == record.model; });
    if (line != lines.end() && WithoutMeasurements(*line) == record.progress) continue;
    if (line == lines.end()) {
      lines.push_back(record.progress);
    } else {
      *line = record.progress;
    }
    ++restored;
  }
  if (restored == 0) return;
  if (restored > lines.size() - log.lines().size()) KeepAsBad(log.path());
  std::ranges::stable_sort(lines, {},
                           [](const Json& line) { return line.at("iteration").get<int>(); });
  log.Replace(std::move(lines));
  PrintWarning(log.path().string() + ": " + Counted(restored, "line") +
               " restored from the run's ledger, without ratings");
}

void RestoreMatches(const RunFolder& folder, Ledger* ledger) {
  const MatchLog log(folder);
  ComparedMatches compared;
  log.Change([&](JsonLog* matches) {
    compared = Compare(*matches, *ledger);
    if (compared.altered > 0) KeepAsBad(matches->path());
    if (compared.restored + compared.altered > 0) matches->Replace(compared.lines);
  });
  for (const Json& match : compared.unknown) ledger->AppendMatch(match);
  const std::string where = log.path().string() + ": ";
  if (compared.altered > 0) {
    PrintWarning(where + Counted(compared.altered, "line") +
                 " without a checksum left out, since the run's ledger says otherwise");
  }
  if (compared.unsure > 0) {
    PrintWarning(where + Counted(compared.unsure, "match") +
                 " without a checksum, from an older program, counted as found");
  }
  if (compared.restored > 0) {
    PrintWarning(where + Counted(compared.restored, "match") + " restored from the run's ledger");
  }
}

}  // namespace raichi
