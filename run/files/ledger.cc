#include "run/files/ledger.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "rules/canonical_yaml.h"
#include "rules/files/rule_file.h"
#include "selfplay/records/record.h"
#include "selfplay/records/shard_folder.h"
#include "selfplay/records/shard_names.h"

namespace raichi {
namespace {

constexpr int kVersion = 2;  // 1 had lists of names in its windows, and no `first_model`
constexpr std::string_view kBeforeSum = ",\"sum\":\"";
constexpr std::string_view kAfterSum = "\"}";
constexpr size_t kSumDigits = 16;
constexpr size_t kEnd = kBeforeSum.size() + kSumDigits + kAfterSum.size();

/// Returns the object's text with a checksum, which is that of the text without it.
std::string WithLastSum(const Json& object) {
  const std::string text = JsonText(object);
  std::string line = text.substr(0, text.size() - 1);
  return line.append(kBeforeSum).append(ChecksumText(text)).append(kAfterSum);
}

/// Checks the checksum and returns the object without it.
Json WithoutLastSum(const std::string& line) {
  const bool has_sum = line.size() > kEnd && line.ends_with(kAfterSum) &&
                       std::string_view(line).substr(line.size() - kEnd).starts_with(kBeforeSum);
  if (!has_sum) throw DamagedError("not a line of a ledger");
  const std::string text = line.substr(0, line.size() - kEnd) + "}";
  if (ChecksumText(text) != line.substr(line.size() - kAfterSum.size() - kSumDigits, kSumDigits)) {
    throw DamagedError("its checksum is wrong");
  }
  return ParseJson(text);
}

Json ToJson(const WindowChange& window) {
  Json json = {{window.is_whole ? "shards" : "added", ShardNamesToJson(window.added)}};
  if (window.is_whole) {
    json["past"] = ShardNamesToJson(window.past);
  } else {
    json["removed"] = ShardNamesToJson(window.removed);
  }
  json["dropped"] = window.dropped;
  json["first_model"] = window.first_model;
  return json;
}

WindowChange ParseWindow(const Json& json) {
  WindowChange window;
  window.is_whole = json.contains("shards");
  window.added = ShardNamesFromJson(json.at(window.is_whole ? "shards" : "added"));
  std::vector<std::string>& left = window.is_whole ? window.past : window.removed;
  left = ShardNamesFromJson(json.at(window.is_whole ? "past" : "removed"));
  window.dropped = json.at("dropped");
  window.first_model = json.value("first_model", 0);
  return window;
}

LedgerRecord ParseRecord(const Json& json) {
  LedgerRecord record;
  record.model = json.at("model");
  record.weights = json.at("weights");
  record.steps = json.at("steps");
  record.games = json.at("games");
  record.positions = json.at("positions");
  record.seconds = json.at("seconds");
  if (const auto window = json.find("window"); window != json.end()) {
    record.window = std::make_shared<const WindowChange>(ParseWindow(*window));
  }
  record.oldest_model = json.value("oldest_model", -1);
  if (const auto line = json.find("progress"); line != json.end()) record.progress = *line;
  return record;
}

}  // namespace

std::string LedgerText(const LedgerRecord& record) {
  Json json = {{"ledger", kVersion},       {"model", record.model}, {"weights", record.weights},
               {"steps", record.steps},    {"games", record.games}, {"positions", record.positions},
               {"seconds", record.seconds}};
  if (record.window) json["window"] = ToJson(*record.window);
  if (record.oldest_model >= 0) json["oldest_model"] = record.oldest_model;
  if (!record.progress.is_null()) json["progress"] = record.progress;
  return WithLastSum(json);
}

std::string LedgerText(const std::vector<std::string>& rules, const Json& settings) {
  Json json = {{"ledger", kVersion}, {"rules", rules}};
  if (!settings.is_null()) json["settings"] = settings;
  return WithLastSum(json);
}

std::string LedgerMatchText(const Json& match) {
  return WithLastSum({{"ledger", kVersion}, {"match", match}});
}

LedgerLine ParseLedgerLine(const std::string& text) {
  return ReadJson<DamagedError>("", [&] {
    const Json json = WithoutLastSum(text);
    if (const int version = json.at("ledger"); version < 1 || version > kVersion) {
      throw VersionError("ledger version " + std::to_string(version) + ", expected 1 or 2");
    }
    LedgerLine line;
    if (json.contains("rules")) {
      line.rules = json["rules"].get<std::vector<std::string>>();
      line.settings = json.value("settings", Json());
    } else if (json.contains("match")) {
      line.match = json["match"];
    } else {
      line.record = ParseRecord(json);
    }
    return line;
  });
}

namespace {

constexpr uint64_t kMaxLedgerBytes = uint64_t{1} << 30;

using Names = std::set<std::string>;

Names Without(const std::vector<std::string>& names, const std::vector<std::string>& others) {
  Names left;
  std::set_difference(names.begin(), names.end(), others.begin(), others.end(),
                      std::inserter(left, left.end()));
  return left;
}

/// Returns the change between two windows. `past` may contain shards that never were in the window;
/// `removed` lists them too.
WindowChange ChangeBetween(const WindowState& before, const WindowState& after) {
  Names removed = Without(before.shards, after.shards);
  removed.merge(Without(after.past, before.past));
  const Names added = Without(after.shards, before.shards);
  WindowChange change;
  change.added.assign(added.begin(), added.end());
  change.removed.assign(removed.begin(), removed.end());
  change.dropped = after.dropped;
  change.first_model = after.first_model;
  return change;
}

WindowChange Whole(const WindowState& window) {
  return {.is_whole = true,
          .added = window.shards,
          .removed = {},
          .past = window.past,
          .dropped = window.dropped,
          .first_model = window.first_model};
}

/// Computes windows from a record that has a whole window and the changes in the records after it.
class WindowHistory {
 public:
  void Apply(const WindowChange& change) {
    if (change.is_whole) past_ = Names(change.past.begin(), change.past.end());
    if (change.is_whole) shards_.clear();
    for (const std::string& name : change.removed) shards_.erase(name);
    shards_.insert(change.added.begin(), change.added.end());
    past_.insert(change.removed.begin(), change.removed.end());
    dropped_ = change.dropped;
    first_model_ = change.first_model;
    ForgetModelsBefore(first_model_, &past_);
  }
  WindowState State(int64_t positions) const {
    WindowState state;
    state.shards.assign(shards_.begin(), shards_.end());
    state.past.assign(past_.begin(), past_.end());
    state.dropped = dropped_;
    state.first_model = first_model_;
    state.positions_made = positions;
    return state;
  }

 private:
  Names shards_, past_;
  std::string dropped_;
  int first_model_ = 0;
};

bool IsBefore(const LedgerRecord& record, int model) { return record.model < model; }

}  // namespace

Ledger::Ledger(const std::filesystem::path& run_folder) : path_(run_folder / "ledger.jsonl") {
  const std::string text = ReadPatiently(Patience(), [this] {
                             return ReadFileIfThere(path_, kMaxLedgerBytes);
                           }).value_or("");
  int number = 0;
  for (size_t at = 0; at < text.size();) {
    ++number;
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string where = path_.string() + ":" + std::to_string(number) + ": ";
    try {
      if (end == text.size()) throw DamagedError("the line is not finished");
      ReadLine(text.substr(at, end - at));
    } catch (const VersionError& error) {
      throw VersionError(where + error.what());
    } catch (const Error& error) {
      faults_.push_back(where + error.what());
    }
    at = end + 1;
  }
  end_ = FileEnd(text, text.size());
}

void Ledger::ReadLine(const std::string& text) {
  LedgerLine line = ParseLedgerLine(text);
  if (line.rules) {
    rules_ = std::move(*line.rules);
    settings_ = std::move(line.settings);
  } else if (!line.record) {
    if (!seen_.Add(line.match)) throw DamagedError("repeats pairs of games of an earlier line");
    matches_.push_back(std::move(line.match));
  } else if (line.record->model <= last_model()) {
    throw DamagedError("model " + std::to_string(line.record->model) + " after model " +
                       std::to_string(last_model()));
  } else {
    Add(std::move(*line.record));
  }
}

void Ledger::Add(LedgerRecord record) {
  const bool is_whole = record.window && record.window->is_whole;
  const int model = record.model;
  records_.push_back(std::move(record));
  if (is_whole) ForgetWindows(std::exchange(last_whole_, model));
}

void Ledger::ForgetWindows(int first_kept) {
  for (; records_[first_known_].model < first_kept; ++first_known_) {
    const auto window = std::exchange(records_[first_known_].window, nullptr);
    if (window) forgotten_bytes_ += JsonText(ToJson(*window)).size();
  }
}

const LedgerRecord* Ledger::Find(int model) const {
  const auto found = std::lower_bound(records_.begin(), records_.end(), model, IsBefore);
  return found != records_.end() && found->model == model ? &*found : nullptr;
}

std::optional<WindowState> Ledger::WindowOf(int model) const {
  const LedgerRecord* last = Find(model);
  if (last == nullptr) return std::nullopt;
  const LedgerRecord* first = last;
  while (first->window && !first->window->is_whole) {
    if (first == records_.data() || std::prev(first)->model != first->model - 1) break;
    --first;
  }
  if (!first->window || !first->window->is_whole) return std::nullopt;
  WindowHistory history;
  for (const LedgerRecord* record = first; record <= last; ++record) {
    history.Apply(*record->window);
  }
  return history.State(last->positions);
}

void Ledger::Repair() {
  if (faults_.empty()) return;
  const std::filesystem::path bad = KeepAsBad(path_);
  for (const std::string& fault : faults_) {
    PrintWarning(fault + "; left out, and the file kept as " + bad.filename().string());
  }
  faults_.clear();
  Write();
}

void Ledger::PinRules(const std::vector<RulesPtr>& rules, const Json& settings) {
  for (const auto& [key, now] : settings.items()) {
    const Json begun = settings_.is_null() ? now : settings_.value(key, now);
    if (begun == now) continue;
    throw Error((path_.parent_path() / "config.yaml").string() + ": " + key + " is " +
                now.get<std::string>() + ", but this run was begun with " +
                begun.get<std::string>() + "; put that value back");
  }
  const bool is_new = rules_.empty();
  if (is_new) {
    for (const RulesPtr& r : rules) rules_.push_back(RecordedRules(r->data()));
  }
  const bool lacks_settings = settings_.is_null() && !settings.is_null();
  if (lacks_settings) settings_ = settings;
  if (is_new || lacks_settings) Write();
  if (is_new) return;
  for (size_t i = 0; i < rules.size(); ++i) {
    const std::string& pinned = rules_[std::min(i, rules_.size() - 1)];
    const Rules before(ParseRuleSet(pinned, path_.string()));
    if (rules_.size() == rules.size() && before.fingerprint() == rules[i]->fingerprint()) continue;
    throw Error(path_.string() + ": the rules '" + rules[i]->data().name +
                "' are not those that this run began with; restore their file, or begin a new run "
                "in another --dir");
  }
}

/// Returns the window of the newest model that has a record, if the ledger knows it.
const std::optional<WindowState>& Ledger::NewestWindow() {
  if (!newest_window_) newest_window_ = WindowOf(last_model());
  return newest_window_;
}

void Ledger::Append(LedgerRecord record, const WindowState& window) {
  RAICHI_CHECK(record.model > last_model());
  const bool is_next = record.model == last_model() + 1;
  const bool is_change = is_next && record.model % kWholeEvery != 0 && NewestWindow();
  record.window = std::make_shared<const WindowChange>(
      is_change ? ChangeBetween(*newest_window_, window) : Whole(window));
  if (!window.shards.empty()) {
    record.oldest_model = ModelOfShard(window.shards.front()).value_or(-1);
  }
  record.positions = window.positions_made;
  AppendLine(LedgerText(record));
  Add(std::move(record));
  newest_window_ = window;
  if (forgotten_bytes_ > end_.size / 2) Write();
}

void Ledger::AppendMatch(const Json& line) {
  AppendLine(LedgerMatchText(line));
  matches_.push_back(line);
}

void Ledger::AppendLine(const std::string& text) {
  RAICHI_CHECK(faults_.empty());
  AppendAt(path_, &end_, text + "\n");
}

void Ledger::Insert(std::vector<LedgerRecord> records) {
  if (records.empty()) return;
  for (LedgerRecord& record : records) {
    const auto place = std::lower_bound(records_.begin(), records_.end(), record.model, IsBefore);
    RAICHI_CHECK(place == records_.end() || place->model != record.model);
    records_.insert(place, std::move(record));
  }
  newest_window_.reset();
  first_known_ = 0;
  Write();
}

void Ledger::Drop(int model, const std::function<bool(const Json& match)>& is_stale) {
  const auto is_later = [model](const LedgerRecord& record) { return record.model > model; };
  const size_t records = std::erase_if(records_, is_later);
  const size_t matches = std::erase_if(matches_, is_stale);
  newest_window_.reset();
  first_known_ = std::min(first_known_, records_.size());
  const auto newest_whole = std::find_if(
      records_.rbegin(), records_.rend(),
      [](const LedgerRecord& record) { return record.window && record.window->is_whole; });
  last_whole_ = newest_whole == records_.rend() ? -1 : newest_whole->model;
  if (records + matches > 0) Write();
}

void Ledger::Write() {
  std::string text;
  if (!rules_.empty()) text += LedgerText(rules_, settings_) + "\n";
  for (const LedgerRecord& record : records_) text += LedgerText(record) + "\n";
  for (const Json& match : matches_) text += LedgerMatchText(match) + "\n";
  AtomicWrite(path_, text);
  end_ = FileEnd(text, text.size());
  forgotten_bytes_ = 0;
}

}  // namespace raichi
